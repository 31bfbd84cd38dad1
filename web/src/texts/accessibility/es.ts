import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accesibilidad',
  intro: [
    'Lakou es para todo el mundo. Nuestro objetivo son las WCAG 2.2, nivel AA, en cada página, y aquí decimos qué se cumple y qué no.',
  ],
  sections: [
    {
      id: 'reached',
      heading: 'Lo que funciona',
      paragraphs: [
        'Cada página se comprueba automáticamente en los dos temas, en un teléfono y en una pantalla ancha.',
        {
          list: [
            'Todo se puede hacer con el teclado, y el foco siempre se ve.',
            'El texto se puede ampliar al 400 % sin desplazarse hacia los lados.',
            'Nada se mueve solo cuando tu dispositivo pide menos movimiento, y los anuncios en movimiento se pueden parar.',
            'Los subtítulos se pueden ampliar y cambiar de color en el reproductor.',
            'Las películas dicen si tienen audiodescripción, subtítulos para sordos o lengua de señas; las listas se filtran así, y el reproductor recuerda tu elección.',
            'Los botones y el foco siguen visibles con los colores de alto contraste de tu dispositivo.',
            'Las nuevas respuestas, los mensajes y los resultados de búsqueda se anuncian a los lectores de pantalla.',
            'El catálogo, la búsqueda, el foro y nuestra ayuda se pueden leer sin JavaScript.',
          ],
        },
      ],
    },
    {
      id: 'missing',
      heading: 'Lo que aún no se cumple',
      paragraphs: [
        {
          list: [
            'Pocas películas tienen audiodescripción o un intérprete en lengua de señas.',
            'No todas las películas de archivo tienen subtítulos en cada idioma.',
            'Iniciar sesión, pagar y ver películas necesita JavaScript.',
            'Hemos probado con herramientas y con el teclado, todavía no con personas que usan un lector de pantalla cada día.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Escríbenos',
      paragraphs: [
        'Si algo te lo impide, escribe a {email} o usa nuestra [página de contacto](/contact). Dinos qué página era y con qué la lees. Respondemos, y corregimos lo que podemos.',
      ],
    },
  ],
};
