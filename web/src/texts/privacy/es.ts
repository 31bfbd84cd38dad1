import type { DocumentText } from '../text.ts';

export const privacy: DocumentText = {
  title: 'Política de privacidad',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'En pocas palabras: guardamos lo que Lakou necesita para funcionar para ti, y nada para la publicidad de nadie. No vendemos tus datos ni te rastreamos. Aquí está todo.',
  ],
  sections: [
    {
      id: 'who',
      heading: 'Quién es responsable',
      paragraphs: [
        'Las personas que operan Lakou, por correo postal en {address}. Para todo lo que tenga que ver con tus datos, escribe a {email} o usa la [página de contacto](/contact).',
      ],
    },
    {
      id: 'what-we-keep',
      heading: 'Qué guardamos y por qué',
      paragraphs: [
        'Si tienes una cuenta, guardamos:',
        {
          list: [
            'tu correo electrónico, y tu contraseña en una forma cifrada que ni nosotros podemos leer. Si llegas por Google o Facebook, nos envían tu nombre, tu correo electrónico y la dirección de tu foto;',
            'tu perfil: el nombre de usuario, que al principio tomamos de la parte de tu correo anterior a la @, y lo que agregues, como nombre, foto, unas palabras sobre ti, lugar, sitio web, ocupación, intereses, teléfono y fecha de nacimiento;',
            'qué versión de los términos aceptaste y cuándo;',
            'tu lista, tus reseñas, tus temas, respuestas y reacciones en el foro, y qué notificaciones quieres;',
            'qué ves y hasta dónde, para que puedas seguir donde te quedaste;',
            'tus pedidos, compras, alquileres y suscripciones;',
            'los dispositivos con sesión iniciada: desde cuándo, con qué navegador y desde qué dirección de red;',
            'un diario de seguridad con los cambios en las cuentas, como una cuenta nueva o una contraseña nueva: número de cuenta, hora y dirección de red, sin nombre ni correo electrónico.',
          ],
        },
        'Si nos escribes desde la página de contacto, guardamos tu nombre, tu correo electrónico y tu mensaje para responderte, y nos llega una copia por correo electrónico.',
        'Usamos todo esto para darte lo que pediste, para llevar las cuentas como exige la ley y para cuidar la seguridad de Lakou y de sus miembros. Lo que agregas a tu perfil por tu propia voluntad lo puedes quitar en cualquier momento.',
      ],
    },
    {
      id: 'what-others-see',
      heading: 'Qué pueden ver los demás',
      paragraphs: [
        'El foro y las reseñas son públicos. Cualquiera puede leerlos, también los buscadores, con tu nombre de usuario y tu foto al lado.',
        'Un perfil nuevo es público. Todos pueden ver tu nombre, nombre de usuario, foto, lo que cuentas de ti, lugar, sitio web, ocupación e intereses, desde cuándo eres miembro, y la lista de tus reseñas y temas. El teléfono y la fecha de nacimiento solo los ven tú y nuestros administradores; tu lista y lo que miras, solo tú.',
        'Puedes hacer privado tu perfil en cualquier momento. Los demás miembros verán entonces solo tu nombre de usuario y tu foto, y solo junto a lo que escribas en público. Lo demás lo oculta la propia base de datos, no solo la pantalla. Nuestros administradores todavía pueden verlo, porque tienen que atender las cuentas.',
      ],
    },
    {
      id: 'counting',
      heading: 'Cómo contamos las vistas',
      paragraphs: [
        'Un tema del foro cuenta a cada lector una vez al día. Para los visitantes sin cuenta, mezclamos la dirección de red con un número secreto al azar, que es nuevo cada día, y guardamos solo la huella que resulta. La dirección misma no se guarda. Cuando termina el día, se borran el número y las huellas, para que nadie pueda saber después quién estuvo allí. Para los miembros anotamos el número de cuenta y lo olvidamos cuando termina el día.',
        'De forma parecida contamos, por poco tiempo, cuántas veces alguien prueba una contraseña o envía un mensaje, para que nadie adivine contraseñas ni nos inunde.',
      ],
    },
    {
      id: 'payments',
      heading: 'Pagos',
      paragraphs: [
        'Pagas con un proveedor de pagos: Stripe, o una billetera móvil como MonCash donde la ofrecemos. El número de tu tarjeta y tu PIN se quedan con ellos. Damos al proveedor un número de pedido y el monto, y a Stripe también tu correo electrónico, para que el pago llegue a tu cuenta.',
        'El proveedor nos dice si el pago se hizo, el monto y su referencia. Una billetera móvil puede indicar además el número de teléfono que pagó; no lo escribimos en nuestros libros.',
        'Cada pago es una línea en nuestro libro: pedido, monto, moneda, proveedor, referencia y hora. Estas líneas nunca se cambian ni se borran. Mientras tengas una cuenta, tus pedidos apuntan a ella. Cuando la eliminas, ese vínculo se corta y nuestros libros ya no dicen quién pagó. El proveedor guarda sus propios registros según sus propias reglas.',
        'Si tuviste una prueba gratis o una suscripción, guardamos durante tres años una huella de tu correo electrónico o de tu número de teléfono, también después de que elimines tu cuenta, para que la prueba se dé una sola vez. De ella no se puede leer la dirección.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies y almacenamiento de tu navegador',
      paragraphs: [
        'Usamos solo las cookies que Lakou necesita:',
        {
          list: [
            'tu idioma, por un año;',
            'tu tema, claro u oscuro, por un año;',
            'un indicio de sesión, por un año: le dice a nuestro servidor qué encabezado dibujar, y no abre nada;',
            'si inicias sesión sin pedir que te recordemos, una marca que termina con tu navegador, para que tu sesión termine con él;',
            'si inicias sesión antes de que la aplicación haya cargado, o sin JavaScript, tu sesión, cifrada, por una hora como máximo y hasta que la aplicación la tome;',
            'mientras ves una película, una clave que la une a tu navegador.',
          ],
        },
        'La sesión misma está en el almacenamiento de tu navegador hasta que la cierres. Allí también puede haber texto que aún no has enviado, y las películas que descargaste, cifradas. No hay cookies de rastreo, ni de publicidad, ni contadores de otras empresas. Por eso no te pedimos que aceptes cookies.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Quién más recibe datos',
      paragraphs: [
        'No vendemos, alquilamos ni intercambiamos tus datos. Solo llegan a:',
        {
          list: [
            'Stripe o la billetera móvil que elijas, cuando pagas;',
            'Google o Facebook, si eliges iniciar sesión con ellos: sabrán que usas Lakou;',
            'las empresas que operan nuestros servidores y llevan nuestro correo, solo según nuestras instrucciones;',
            'tribunales y autoridades, cuando la ley nos obliga y después de revisar la solicitud.',
          ],
        },
        'Dentro de Lakou, los administradores, moderadores y contadores ven lo que necesitan para su trabajo.',
        'La publicidad en Lakou son imágenes que colocamos nosotros mismos. No depende de quién eres, y ningún anunciante sabe quién la vio. Si sigues un banner, sales de Lakou y valen las reglas del otro sitio.',
        'Lakou se opera desde Nueva York. Tus datos pueden procesarse en Estados Unidos y donde las empresas mencionadas tengan sus máquinas, con las garantías que pide la ley.',
      ],
    },
    {
      id: 'keeping-and-deleting',
      heading: 'Cuánto tiempo los guardamos y qué pasa al eliminar',
      paragraphs: [
        'Guardamos tus datos mientras tengas una cuenta. Algunos los borramos antes, sin que tengas que hacer nada:',
        {
          list: [
            'qué viste y cuándo, después de {watch_sessions} días. El punto donde te quedaste en una película se conserva, para que puedas seguir;',
            'cómo se reprodujeron las películas (espera, pausas, tipo de dispositivo, país y título, sin nada sobre ti), después de {statistics} días;',
            'las notificaciones, después de {notifications} días, y hasta dónde leíste un tema que no sigues, después de {topic_readers} días;',
            'los pedidos que nunca se pagaron, después de {orders} días;',
            'los dispositivos con sesión iniciada que ya no se usan, después de {sessions} días;',
            'los dispositivos que guardan películas descargadas y no se han conectado, después de {sessions} días: un nombre como «Chrome, Android», y qué películas guardan;',
            'el diario de seguridad, después de {account_events} días;',
            'los mensajes de la página de contacto, a más tardar después de {contact_messages} días;',
            'los textos anteriores de lo que se editó en el foro, después de {text_versions} días, y las denuncias resueltas y lo que hicieron los moderadores, después de {moderation} días;',
            'la lista de lo que hizo nuestro equipo, después de {audit_log} días.',
          ],
        },
        'Puedes eliminar tu cuenta en la página de tu cuenta, o [pedirnos](/contact) que lo hagamos. Entonces:',
        {
          list: [
            'se borran tu acceso, perfil, archivos, lista, reseñas, historial de lo que viste, dispositivos con sesión iniciada y los mensajes que nos enviaste con la sesión iniciada;',
            'tus temas y respuestas del foro se quedan, pero su autor aparece como desconocido. Si no lo quieres, elimínalos antes;',
            'los registros de pago se quedan, sin tus datos personales;',
            'el diario de seguridad conserva sus líneas, sin nombre ni correo electrónico.',
          ],
        },
        'Las copias de seguridad de la base de datos se reemplazan por otras más recientes, y lo que eliminaste se va con ellas. Los mensajes de personas sin cuenta los borramos cuando están resueltos, o cuando su autor nos lo pide.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Tus derechos',
      paragraphs: [
        'Puedes corregir tu perfil en cualquier momento. En la página de tu cuenta puedes descargar todo lo que guardamos sobre ti en un archivo (JSON) y eliminar tu cuenta. También puedes preguntarnos qué guardamos, pedir que se corrija o se borre, u oponerte a cómo lo usamos. No cuesta nada, y respondemos en un máximo de 30 días.',
        'Si nuestra respuesta no te satisface, puedes presentar una queja ante la autoridad de protección de datos del lugar donde vives.',
      ],
    },
    {
      id: 'security',
      heading: 'Cómo los protegemos',
      paragraphs: [
        'De las contraseñas guardamos solo un hash. Para cada fila, la base de datos comprueba quién puede verla o cambiarla. Quienes trabajan para Lakou tienen solo los permisos que su trabajo necesita. Si aun así los datos cayeran en malas manos, te avisamos a ti y a las autoridades, como exige la ley.',
      ],
    },
    {
      id: 'children',
      heading: 'Niños',
      paragraphs: [
        'Las cuentas son para personas de al menos 13 años, o más si la ley de su país lo exige, y para menores de 18 con el permiso de su madre, su padre o su tutor. No guardamos a sabiendas datos de niños menores de esa edad. Si conoces una cuenta así, [avísanos](/contact) y la borramos.',
      ],
    },
    {
      id: 'changes',
      heading: 'Cambios en esta política',
      paragraphs: [
        'Este texto tiene una versión y una fecha, como los [Términos de servicio](/terms); están al comienzo de esta página. Si queremos hacer algo nuevo con tus datos, primero cambiamos el texto, te avisamos y pedimos tu consentimiento donde la ley lo exige.',
      ],
    },
  ],
};
