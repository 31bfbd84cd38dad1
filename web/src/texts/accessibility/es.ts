import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accesibilidad',
  effective: '2026-11-17',
  intro: [
    'Lakou es para toda persona a la que le guste una buena película, sin importar cómo vea, oiga o sostenga un mando a distancia. Esto es lo que buscamos, lo que funciona y lo que todavía no.',
  ],
  sections: [
    {
      id: 'standard',
      heading: 'Lo que buscamos',
      paragraphs: [
        'Las pautas de accesibilidad para el contenido web, WCAG 2.2, nivel AA, en cada página, en cuatro idiomas, en la apariencia oscura y en la clara. Según nuestras propias comprobaciones, Lakou cumple en parte: las excepciones están más abajo.',
      ],
    },
    {
      id: 'what-works',
      heading: 'Lo que funciona',
      paragraphs: [
        {
          list: [
            'todo se puede hacer con el teclado, y con las cuatro flechas de un mando a distancia en un televisor;',
            'los lectores de pantalla encuentran nombres, títulos y regiones, y anuncian lo que cambia por sí solo, como las respuestas nuevas;',
            'los subtítulos tienen el tamaño, el color y el fondo que elijas, y se quedan sobre la imagen;',
            'las páginas se pueden ampliar cuatro veces sin desplazarse hacia los lados, y siguen los colores de tu sistema;',
            'nada se mueve por sí solo para quien pide menos movimiento a su sistema, y lo que se mueve se puede pausar;',
            'iniciar sesión no exige ningún acertijo: basta un gestor de contraseñas, una llave de acceso, un enlace por correo o tu teléfono.',
          ],
        },
      ],
    },
    {
      id: 'what-is-missing',
      heading: 'Lo que falta',
      paragraphs: [
        {
          list: [
            'no todas las películas tienen subtítulos: los envían quienes las hacen, y se los pedimos;',
            'casi ninguna película tiene todavía audiodescripción o lengua de señas;',
            'las imágenes que los miembros comparten en el foro pueden no tener descripción;',
            'todavía no hemos hecho pruebas con personas que usan un lector de pantalla todos los días.',
          ],
        },
      ],
    },
    {
      id: 'how-we-check',
      heading: 'Cómo lo comprobamos',
      paragraphs: [
        'Un programa examina cada página antes de publicarla, en las dos apariencias. Se recorren noches enteras solo con el teclado, al tamaño de un teléfono y de un televisor. Lo que un programa no ve lo miramos a mano: orden, nombres, anuncios, ampliación, colores del sistema.',
      ],
    },
    {
      id: 'write-to-us',
      heading: '¿Algo no te funciona?',
      paragraphs: [
        'Dinos qué querías hacer y qué te lo impidió, con tus palabras: {email}, o la [página de contacto](/contact). Respondemos, y decimos qué haremos y cuándo. Por correo postal: {address}.',
      ],
    },
  ],
};
