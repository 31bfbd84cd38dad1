import type { EmailTexts } from './email-texts.ts';

export const es: EmailTexts = {
  common: {
    code: 'O escribe este código:',
    orLink: 'Si el botón no funciona, abre esta dirección:',
    hour: 'El enlace y el código sirven una sola vez, por poco tiempo.',
    sign: 'Lakou, el patio donde se reúne el cine de Haití',
    sms: 'Tu código de Lakou es {code}. No lo compartas.',
  },
  emails: {
    confirmation: {
      subject: 'Confirma tu dirección',
      heading: 'Te damos la bienvenida a Lakou',
      body: 'Falta un paso: confirma que esta dirección es tuya.',
      button: 'Confirmar mi dirección',
      ending: '¿No te registraste? Entonces no hagas nada, y no pasará nada.',
    },
    invite: {
      subject: 'Tienes una invitación a Lakou',
      heading: 'Tienes una invitación',
      body: 'Alguien te guarda un asiento en el patio. Acepta y luego elige tu contraseña.',
      button: 'Aceptar la invitación',
      ending: '¿No la esperabas? Entonces no hagas nada.',
    },
    magic_link: {
      subject: 'Tu enlace para iniciar sesión',
      heading: 'Inicia sesión en Lakou',
      body: 'Aquí está el enlace que pediste. Con él inicias sesión sin contraseña.',
      button: 'Iniciar sesión',
      ending: '¿No lo pediste? Entonces no hagas nada, y nadie entrará.',
    },
    recovery: {
      subject: 'Elige una contraseña nueva',
      heading: 'Elige una contraseña nueva',
      body: 'Alguien pidió una contraseña nueva para esta cuenta. Si fuiste tú, continúa aquí.',
      button: 'Elegir una contraseña nueva',
      ending: '¿No fuiste tú? Entonces no hagas nada; tu contraseña sigue igual.',
    },
    email_change_new: {
      subject: 'Confirma tu nueva dirección',
      heading: 'Confirma tu nueva dirección',
      body: 'Tu cuenta de Lakou va a usar la dirección {address}. Confirma que es tuya.',
      button: 'Confirmar la nueva dirección',
      ending: '¿No sabes nada de esto? Entonces no hagas nada.',
    },
    email_change_current: {
      subject: 'Tu dirección va a cambiar',
      heading: 'Tu dirección va a cambiar',
      body: 'Tu cuenta de Lakou va a usar desde ahora la dirección {address}. Confirma que lo quieres así.',
      button: 'Confirmar el cambio',
      ending: '¿No fuiste tú? Entonces no hagas nada y cambia tu contraseña.',
    },
    reauthentication: {
      subject: 'Tu código',
      heading: '¿Eres tú?',
      body: 'Escribe este código para seguir con lo que estabas haciendo.',
      ending: '¿No estabas haciendo nada? Entonces cambia tu contraseña.',
    },
    already_registered: {
      subject: 'Ya tienes una cuenta',
      heading: 'Ya tienes una cuenta',
      body: 'Alguien intentó registrarse en Lakou con esta dirección, que ya tiene una cuenta. Si fuiste tú, inicia sesión, o elige una contraseña nueva si olvidaste la tuya.',
      button: 'Iniciar sesión',
      ending: '¿No fuiste tú? Entonces no hagas nada; tu cuenta sigue igual.',
    },
  },
  changes: {
    password_changed: [
      'Tu contraseña cambió',
      'La contraseña de tu cuenta de Lakou se acaba de cambiar, y se cerró la sesión en todos los demás dispositivos.',
    ],
    email_changed: [
      'Tu dirección cambió',
      'Tu cuenta de Lakou usa desde ahora otro correo electrónico. Escribimos a este por última vez.',
    ],
    phone_changed: [
      'Tu número de teléfono cambió',
      'El número de teléfono de tu cuenta de Lakou se acaba de cambiar.',
    ],
    identity_linked: [
      'Se agregó una forma de iniciar sesión',
      'Tu cuenta de Lakou se acaba de vincular con una cuenta de Google o Facebook, que ahora permite entrar en ella.',
    ],
    identity_unlinked: [
      'Se quitó una forma de iniciar sesión',
      'Se acaba de quitar una de las formas de iniciar sesión en tu cuenta de Lakou. La dirección de la cuenta sigue siendo la misma.',
    ],
    factor_added: [
      'La verificación en dos pasos está activada',
      'Se acaba de agregar un segundo factor a tu cuenta de Lakou. Desde ahora se pedirá al iniciar sesión.',
    ],
    factor_removed: [
      'Se quitó un segundo factor',
      'Se acaba de quitar un segundo factor de tu cuenta de Lakou.',
    ],
    passkey_added: [
      'Se agregó una llave de acceso',
      'Se acaba de agregar una llave de acceso a tu cuenta de Lakou. Con ella se inicia sesión sin contraseña.',
    ],
    passkey_removed: [
      'Se quitó una llave de acceso',
      'Se acaba de quitar una llave de acceso de tu cuenta de Lakou.',
    ],
  },
  afterChange: {
    button: 'Ir a la página de inicio de sesión',
    ending:
      '¿No fuiste tú? Entonces elige de inmediato una contraseña nueva: “¿Olvidaste tu contraseña?”, en la página de inicio de sesión.',
  },
};
