import type { DocumentText } from '../text.ts';

export const terms: DocumentText = {
  title: 'Términos de servicio',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'Estas son las reglas: lo que puedes esperar de nosotros y lo que te pedimos. Son breves y claras. Si algo no se entiende, [pregúntanos](/contact).',
  ],
  sections: [
    {
      id: 'about',
      heading: 'Quiénes somos y qué es esto',
      paragraphs: [
        'Lakou es una plataforma de películas y series de Haití, con una comunidad a su alrededor. En estos términos, “nosotros” somos las personas que operan Lakou. Puedes escribirnos por correo postal a {address}, por correo electrónico a {email} y desde nuestra [página de contacto](/contact).',
        'Al abrir una cuenta aceptas estos términos. Guardamos qué versión aceptaste y cuándo. Si visitas Lakou sin cuenta, las partes sobre ver contenido y sobre el uso correcto también valen para ti. Lo que ocurre con tus datos se explica en la [Política de privacidad](/privacy).',
      ],
    },
    {
      id: 'account',
      heading: 'Tu cuenta',
      paragraphs: [
        'La cuenta es gratis. Danos un correo electrónico en el que te podamos escribir y elige una contraseña de al menos 8 caracteres, o inicia sesión con Google o Facebook donde lo ofrecemos. No te hagas pasar por otra persona.',
        'Tu cuenta es para ti y para las personas con las que vives. No compartas tu contraseña. Si crees que un extraño entró, cambia la contraseña y [avísanos](/contact) de inmediato. Lo que se haga con tu cuenta cuenta como hecho por ti, salvo que no hayas podido evitarlo.',
      ],
    },
    {
      id: 'young-people',
      heading: 'Niños y jóvenes',
      paragraphs: [
        'Para abrir una cuenta debes tener al menos 13 años, o más si la ley de tu país lo exige. Si tienes menos de 18, tu madre, tu padre o tu tutor debe autorizarlo y encargarse de los pagos.',
        'No todas las películas son para niños. Madres y padres: elijan con ellos. Si sabemos que un niño menor de esa edad tiene una cuenta, la cerramos y borramos sus datos.',
      ],
    },
    {
      id: 'watching',
      heading: 'Quién puede ver qué',
      paragraphs: [
        'Una sola regla decide, para cada título y en cada pantalla:',
        {
          list: [
            'Los títulos gratis están abiertos a todos, con o sin cuenta.',
            'Con una suscripción activa puedes ver todos los títulos del catálogo.',
            'Lo que compraste lo puedes ver sin suscripción y sin fecha límite.',
            'Lo que alquilaste lo puedes ver durante 48 horas.',
          ],
        },
        'El catálogo está vivo: unos títulos llegan y otros se van. Un título que se va deja de formar parte de la suscripción. Si lo compraste, sigue disponible para ti; si lo alquilaste, sigue hasta que terminen tus 48 horas.',
      ],
    },
    {
      id: 'subscriptions',
      heading: 'Suscripciones',
      paragraphs: [
        'Hay dos planes: mensual, por $3.99 al mes, y anual, por $43.89 al año. Los dos dan acceso a todo el catálogo, y quienes se suscriben no ven publicidad en Lakou: ni franja de banners, ni imágenes publicitarias, ni promociones.',
        'Una suscripción pagada con tarjeta se renueva automáticamente al final de cada mes o año hasta que la canceles. Un medio de pago que no puede volver a cobrar por sí mismo, como MonCash, cubre un período; después la suscripción termina, a menos que pagues de nuevo.',
        'Puedes cancelar en cualquier momento, sin aviso previo y sin costo, y conservas el acceso hasta el final del tiempo que pagaste. Si una renovación no se puede cobrar, el acceso queda en pausa hasta que el pago se complete; si no se completa, la suscripción termina.',
        'Si cambiamos el precio de un plan, te avisamos por correo electrónico al menos 30 días antes. El precio nuevo vale desde tu siguiente período, y puedes cancelar antes.',
      ],
    },
    {
      id: 'buying-and-renting',
      heading: 'Comprar y alquilar',
      paragraphs: [
        'Comprar te da derecho a ver un título en Lakou todas las veces que quieras, sin fecha límite. Alquilar te da el mismo derecho durante 48 horas, contadas desde que empiezas a verlo, o desde que lo descargas en un dispositivo; empiezan a más tardar 30 días después de tu pago. Una serie se compra o se alquila completa, con todos sus episodios en Lakou.',
        'Cada título muestra su precio. Salvo que su página diga otra cosa, comprar una película cuesta $9.99 y alquilarla $4.99; comprar una serie cuesta $19.99 y alquilarla $9.99. El precio que vale es el que se muestra cuando haces el pedido.',
        'Decimos que un título comprado es tuyo para siempre, así que aquí va, con honestidad, lo que significa. Compras un derecho a verlo, no un archivo. Si un título sale del catálogo, dejamos de venderlo, pero quien lo compró lo conserva. Esto termina solo si la ley o un tribunal nos prohíbe mostrarlo, si tu cuenta se elimina o si Lakou cierra. Si vemos venir ese día, te avisamos lo antes posible. Si un título que compraste tiene que irse, escríbenos: buscamos contigo una solución justa, que puede ser un reembolso.',
      ],
    },
    {
      id: 'payment',
      heading: 'Pagos y reembolsos',
      paragraphs: [
        'Los precios están en dólares estadounidenses. El total que ves antes de pagar es lo que cobramos; tu banco o tu billetera puede agregar sus propios cargos.',
        'Los pagos los procesa un proveedor: Stripe para las tarjetas, y una billetera móvil como MonCash donde la página de pago la ofrece. Las billeteras móviles cobran en gourdes, y ves el monto antes de confirmar. Los números de tarjeta y los PIN los ingresas con el proveedor; nunca llegan a nosotros.',
        'Una compra, un alquiler o una suscripción existe cuando el proveedor nos confirma el pago. Si salió dinero de tu cuenta y no se abrió nada, [escríbenos](/contact): preguntamos al proveedor y lo corregimos.',
        'Si algo que pagaste no se reproduce y no podemos arreglarlo en un tiempo razonable, te devolvemos el dinero. Si compraste o alquilaste por error, puedes pedir el reembolso dentro de 14 días, siempre que no hayas empezado a ver. Por un período de suscripción que ya empezó no hay reembolso, salvo que la falla sea nuestra o la ley lo disponga. Cuando un pago se reembolsa, o tu banco lo retira, termina el derecho que se compró con él.',
      ],
    },
    {
      id: 'fair-use',
      heading: 'Uso correcto',
      paragraphs: [
        'Lakou es para uso privado, en casa o de viaje. Una cuenta puede reproducir en tres pantallas al mismo tiempo; si empieza una cuarta, puedes cerrar una de las otras. Por favor, no:',
        {
          list: [
            'copies, grabes ni distribuyas películas, ni eludas lo que las protege;',
            'muestres películas en público o por dinero sin nuestro permiso por escrito. Para una escuela, una iglesia o un festival, [pregúntanos](/contact) antes;',
            'vendas tu cuenta ni la compartas fuera de tu hogar;',
            'entres donde no debes, sobrecargues Lakou ni recojas con programas su contenido o los datos de sus miembros;',
            'pagues con medios que no tienes derecho a usar.',
          ],
        },
      ],
    },
    {
      id: 'forum',
      heading: 'El foro, las reseñas y los perfiles',
      paragraphs: [
        'Cualquiera puede leer el foro; los miembros escriben en él. Todos los idiomas son bienvenidos. Habla con franqueza y con respeto:',
        {
          list: [
            'Discute sobre películas e ideas, no contra las personas. Nada de insultos, amenazas ni acoso, ni nada que humille a alguien por su origen, color, fe, sexo, discapacidad o por a quién ama.',
            'Nada ilegal, nada pornográfico, nada que ponga en peligro a los niños.',
            'Nada de copias piratas ni enlaces a ellas.',
            'Nada de publicidad, nada de spam, nada del mismo mensaje una y otra vez.',
            'No publiques datos privados de otras personas.',
            'Avisa antes de contar un final.',
            'Reseña solo películas que hayas visto, y ni las tuyas ni por dinero.',
          ],
        },
        'Lo mismo vale para las reseñas, los perfiles y las imágenes. Los moderadores pueden mover o cerrar un tema y quitar lo que no cumpla estas reglas. Puedes eliminar tus propios temas y respuestas; con un tema se van todas sus respuestas. Si ves algo que no debería estar ahí, [avísanos](/contact).',
      ],
    },
    {
      id: 'content',
      heading: 'Qué pertenece a quién',
      paragraphs: [
        'Lo que escribes y subes sigue siendo tuyo. Nos permites guardarlo y mostrarlo en Lakou, gratis y en todas partes, mientras esté aquí. No necesitamos más que eso, y no lo vendemos. Publica solo lo que tienes derecho a publicar.',
        'Las películas, series, afiches y textos de Lakou pertenecen a quienes los hicieron o a quienes nos permiten mostrarlos. Verlos no te da ningún otro derecho sobre ellos.',
        'Si algo en Lakou usa lo que es tuyo sin permiso, [escríbenos](/contact): qué obra es, dónde está en Lakou, cómo te contactamos, y que tienes los derechos o hablas en nombre de quien los tiene. Lo revisamos sin demora y retiramos lo que no deba estar aquí.',
      ],
    },
    {
      id: 'ending',
      heading: 'Cuando te vas o tienes que irte',
      paragraphs: [
        'Puedes eliminar tu cuenta en cualquier momento en la página de tu cuenta, y antes descargar tus datos. Eliminarla no se puede deshacer. Se borran tu acceso, tu perfil, tus imágenes, tu lista y tus reseñas, y también tu acceso a lo que compraste, alquilaste o tenías por suscripción. Lo que escribiste en el foro se queda, con autor desconocido, para que las conversaciones se puedan seguir. Los registros de pago se quedan sin tus datos personales.',
        'Cancela una suscripción activa antes de eliminar tu cuenta. Si después se cobrara un pago, escríbenos y te lo devolvemos.',
        'Si alguien incumple estos términos de forma grave o repetida, podemos retirar lo que publicó, impedirle escribir o cerrar su cuenta. Si no es urgente, avisamos antes, y siempre decimos por qué. Si crees que nos equivocamos, [dínoslo](/contact): lo leerá una persona. Si cerramos tu cuenta aunque hayas cumplido las reglas, te devolvemos la parte no usada de tu suscripción.',
      ],
    },
    {
      id: 'responsibility',
      heading: 'De qué respondemos',
      paragraphs: [
        'Hacemos todo lo posible para que Lakou funcione, pero no podemos prometer que nunca se detenga: las redes fallan y las máquinas necesitan mantenimiento. Los mensajes y las reseñas son palabras de los miembros que los escribieron, no nuestras.',
        'Hasta donde la ley lo permite, ofrecemos Lakou tal como es, y lo que debamos por cualquier daño se limita a lo que nos pagaste en los doce meses anteriores. Este límite no vale para lo que hagamos a propósito o por negligencia grave, para daños a la vida o la salud, ni donde la ley lo prohíba. Los derechos que la ley te da como consumidor no cambian.',
      ],
    },
    {
      id: 'changes',
      heading: 'Cambios en estos términos',
      paragraphs: [
        'Cada edición de estos términos tiene una versión y una fecha; están al comienzo de esta página. Cuando cambiamos algo importante para tus derechos u obligaciones, los términos reciben una versión nueva. Te avisamos al menos 30 días antes de que entre en vigor y te pedimos que la aceptes antes de seguir usando tu cuenta.',
        'Si no quieres aceptarla, puedes cancelar tu suscripción y eliminar tu cuenta. Una versión nueva nunca empeora lo que ya compraste.',
      ],
    },
    {
      id: 'law',
      heading: 'Ley e idiomas',
      paragraphs: [
        'Si no estamos de acuerdo, habla primero con nosotros; casi todo se resuelve así. Se aplica la ley del estado de Nueva York, y deciden los tribunales de Brooklyn, Nueva York. Si eres consumidor y la ley del lugar donde vives te protege mejor, o te da un tribunal cercano, conservas esa protección.',
        'Estos términos existen en inglés, francés, criollo haitiano y español, y deben decir lo mismo. Si alguna vez difieren, vale el texto en inglés, salvo que la ley del lugar donde vives disponga otra cosa. Si una parte no fuera válida, el resto se mantiene.',
      ],
    },
  ],
};
