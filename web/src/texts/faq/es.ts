import type { FaqText } from '../text.ts';

export const faq: FaqText = {
  title: 'Preguntas frecuentes',
  intro: ['Respuestas breves a lo que más nos preguntan. Si falta la tuya, [escríbenos](/contact).'],
  groups: [
    {
      id: 'start',
      heading: 'Para empezar',
      questions: [
        {
          id: 'what-is-lakou',
          question: '¿Qué es Lakou?',
          answer: [
            'Lakou es la casa de las películas y series de Haití, con un foro a su alrededor. En Haití, un lakou es el patio que comparte una familia. Esa es la idea: vienes a ver y te quedas a conversar.',
          ],
        },
        {
          id: 'need-account',
          question: '¿Necesito una cuenta?',
          answer: [
            'No para todo. Sin cuenta puedes mirar el catálogo, abrir la página de cada título, leer el foro y ver todos los títulos marcados como gratis.',
            'Con una cuenta, que es gratis, también puedes guardar títulos en tu lista, escribir reseñas, participar en el foro, y suscribirte, comprar o alquilar. [Registrarse](/register) toma un minuto.',
          ],
        },
        {
          id: 'devices',
          question: '¿En qué dispositivos puedo ver, y en cuántos a la vez?',
          answer: [
            'En cualquier teléfono, tableta, computadora o televisor con un navegador actual. No tienes que instalar nada; si quieres, tu navegador puede poner Lakou en tu pantalla de inicio como aplicación web.',
            'Una cuenta puede reproducir en tres pantallas al mismo tiempo. Si empieza una cuarta, puedes cerrar una de las otras.',
          ],
        },
        {
          id: 'languages',
          question: '¿En qué idiomas está Lakou?',
          answer: [
            'En criollo haitiano, francés, inglés y español. Puedes cambiar de idioma arriba o abajo en cada página. Las películas se muestran en el idioma en que se hicieron, con subtítulos cuando el título los tiene.',
          ],
        },
      ],
    },
    {
      id: 'watching',
      heading: 'Ver películas y series',
      questions: [
        {
          id: 'who-may-watch',
          question: '¿Qué puedo ver?',
          answer: [
            'Los títulos gratis son para todos, incluso sin cuenta. Los demás se ven con una suscripción, que da acceso a todo el catálogo. Muchos también se pueden comprar, o alquilar por 48 horas; la página del título lo dice. Lo que compraste o alquilaste lo puedes ver sin suscripción.',
          ],
        },
        {
          id: 'rental-time',
          question: '¿Cuándo empiezan las 48 horas de un alquiler?',
          answer: [
            'Cuando presionas reproducir por primera vez, o lo descargas en un dispositivo, y a más tardar 30 días después de tu pago. Hasta que terminen puedes ver el título todas las veces que quieras.',
          ],
        },
        {
          id: 'own-forever',
          question: '¿De verdad es mía la película que compré?',
          answer: [
            'Sí. Puedes verla en Lakou todas las veces que quieras, sin fecha límite y sin pagar nada más. Si el título sale del catálogo, ya nadie puede comprarlo, pero sigue disponible para ti.',
            'Con honestidad: compras el derecho a verla, no un archivo, y solo podemos mostrar lo que la ley nos permite. Los [términos](/terms) dicen qué pasa en los pocos casos en que eso termina.',
          ],
        },
        {
          id: 'slow-connection',
          question: 'Mi conexión es lenta. ¿Puedo ver igual?',
          answer: [
            'Sí, Lakou también está hecho para conexiones lentas. La imagen empieza pequeña y mejora hasta donde tu conexión permite. Si la línea se corta, el reproductor espera y sigue donde ibas.',
            'El reproductor tiene además un ahorro de datos, para cuando cada megabyte cuenta, y un modo de solo audio, para cuando apenas alcanza para el sonido.',
          ],
        },
        {
          id: 'download',
          question: '¿Puedo descargar películas?',
          answer: [
            'Sí, con una cuenta: lo que puedes ver, lo puedes guardar en tu dispositivo. Pulsa Descargar en la página de la película y elige un tamaño; después se ve en Mis descargas, también sin conexión.',
            'Las descargas están cifradas y solo se ven en ese dispositivo. Hay que renovarlas de vez en cuando: conéctate un momento al menos cada 14 días, o cada 30 días para las películas compradas. Una película alquilada se ve hasta que termina el alquiler.',
          ],
        },
        {
          id: 'not-playing',
          question: 'Una película no se reproduce. ¿Qué puedo hacer?',
          answer: [
            'Si la página dice que el video no está disponible, la película todavía no está lista. Si no, recarga la página, elige una calidad menor en el reproductor o prueba con otro navegador.',
            'Si sigue sin reproducirse, [dinos](/contact) el título, tu dispositivo y tu navegador. Si pagaste por ella y no podemos arreglarlo, te devolvemos el dinero.',
          ],
        },
      ],
    },
    {
      id: 'paying',
      heading: 'Planes y pagos',
      questions: [
        {
          id: 'plan-prices',
          question: '¿Cuánto cuesta una suscripción?',
          answer: [
            '$3.99 al mes o $43.89 al año, en dólares estadounidenses. El plan anual son doce meses al precio de once. Los dos planes dan lo mismo: todas las películas y series del catálogo, sin publicidad.',
          ],
        },
        {
          id: 'title-prices',
          question: '¿Cuánto cuesta comprar o alquilar un solo título?',
          answer: [
            'Cada título que se puede comprar o alquilar muestra su precio. Salvo que su página diga otra cosa, comprar una película cuesta $9.99 y alquilarla $4.99; comprar una serie cuesta $19.99 y alquilarla $9.99. Una serie incluye todos sus episodios.',
          ],
        },
        {
          id: 'how-to-pay',
          question: '¿Cómo puedo pagar?',
          answer: [
            'La página de pago muestra las formas que tienes disponibles. Las tarjetas se pagan con Stripe. Donde se ofrece una billetera móvil como MonCash, pagas desde ella en gourdes y ves el monto antes de confirmar. El número de tu tarjeta y tu PIN nunca llegan a nosotros.',
          ],
        },
        {
          id: 'still-locked',
          question: 'Pagué, pero la película sigue bloqueada. ¿Qué hago?',
          answer: [
            'Un pago cuenta en cuanto el proveedor de pagos nos lo confirma. Suele tardar segundos, y la página se actualiza automáticamente. Si tarda más, no pagues dos veces: [escríbenos](/contact) con la fecha y el monto, y preguntamos al proveedor.',
          ],
        },
        {
          id: 'cancel',
          question: '¿Cómo cancelo mi suscripción?',
          answer: [
            'En cualquier momento, en la página de tus compras y tu suscripción, o [escribiéndonos](/contact). No cuesta nada, y puedes seguir viendo hasta el final del tiempo que pagaste.',
          ],
        },
        {
          id: 'refund',
          question: '¿Me pueden devolver el dinero?',
          answer: [
            'Si algo que pagaste no se reproduce y no podemos arreglarlo, sí. Si compraste o alquilaste por error, [escríbenos](/contact) dentro de 14 días y antes de empezar a ver. Con el reembolso termina también el derecho a verlo.',
          ],
        },
        {
          id: 'advertising',
          question: '¿Por qué veo publicidad?',
          answer: [
            'Los visitantes y los miembros sin suscripción ven algunos banners; ayudan a que los títulos gratis sigan siendo gratis. Con suscripción no hay ninguno. Nuestra publicidad no sigue a nadie: la [Política de privacidad](/privacy) explica cómo funciona.',
          ],
        },
      ],
    },
    {
      id: 'community',
      heading: 'La comunidad',
      questions: [
        {
          id: 'forum-rules',
          question: '¿Cuáles son las reglas del foro?',
          answer: [
            'Habla como lo harías en el patio: con franqueza y con respeto. Discute sobre películas, no contra las personas. Nada de insultos, amenazas, spam, copias piratas ni datos privados de otros, y avisa antes de contar un final. Todas las reglas están en los [términos](/terms).',
          ],
        },
        {
          id: 'delete-post',
          question: '¿Puedo retirar algo que escribí?',
          answer: [
            'Sí. Puedes eliminar tus propios temas y respuestas. Si eliminas un tema, se van también todas sus respuestas.',
          ],
        },
        {
          id: 'reviews',
          question: '¿Cómo funcionan las reseñas?',
          answer: [
            'Cada miembro tiene una reseña por película o serie: de una a cinco estrellas, con o sin palabras. Puedes cambiar o eliminar la tuya en cualquier momento en la página del título. La calificación que ves es el promedio de lo que los miembros realmente dieron; una película sin reseñas no muestra calificación.',
          ],
        },
        {
          id: 'film-makers',
          question: 'Hice una película. ¿Cómo llega a Lakou?',
          answer: [
            'Nos encantaría conocerla. [Escríbenos](/contact) con el título, unas palabras sobre ella y una forma de verla. Ofrece solo películas cuyos derechos sean tuyos.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Tu cuenta y tus datos',
      questions: [
        {
          id: 'forgot-password',
          question: 'Olvidé mi contraseña. ¿Qué hago?',
          answer: [
            'En la [página de inicio de sesión](/login), abre el enlace de contraseña olvidada y escribe tu correo electrónico. Te enviamos un enlace para elegir una nueva de al menos 8 caracteres. Si no llega el correo, mira primero en la carpeta de spam.',
          ],
        },
        {
          id: 'private-profile',
          question: '¿Quién puede ver mi perfil?',
          answer: [
            'Los perfiles nuevos son públicos: todos pueden ver tu nombre, nombre de usuario, foto y lo que cuentas de ti, desde cuándo eres miembro, y tus reseñas y temas. Tu teléfono y tu fecha de nacimiento solo los ven tú y nuestros administradores; tu lista, solo tú.',
            'Puedes hacer privado tu perfil en cualquier momento, en tu [página de perfil](/profile). Los demás verán entonces solo tu nombre de usuario y tu foto, junto a lo que escribas en el foro y en las reseñas.',
          ],
        },
        {
          id: 'export-delete',
          question: '¿Puedo llevarme mis datos o eliminar mi cuenta?',
          answer: [
            'Las dos cosas, en la página de tu cuenta. La descarga es un archivo con todo lo que guardamos sobre ti. Al eliminarla se borran para siempre tu acceso, perfil, imágenes, lista y reseñas. Lo que escribiste en el foro se queda sin tu nombre, y los registros de pago se quedan sin tus datos personales. Cancela primero una suscripción activa.',
          ],
        },
      ],
    },
  ],
};
