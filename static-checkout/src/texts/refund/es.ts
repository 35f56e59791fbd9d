import { refundTranslation } from '../texts.ts'

export const es = refundTranslation({
  title: 'Reembolso',
  headline: 'Recuperas {amount}',
  body: '¿Adónde debe ir? Introduce una dirección de tu monedero en {chain}.',
  address: 'Tu dirección en {chain}',
  hint: 'Cópiala de tu monedero en lugar de escribirla.',
  exchange:
    '¿Tu monedero está en un exchange? Introduce una dirección de depósito que te muestre para {asset} en {chain}. La dirección desde la que pagaste puede no ser tuya.',
  check: 'Comprobar dirección',
  checking: 'Comprobando la dirección',
  problems: {
    format: 'Esto no es una dirección. Tiene 0x y 40 caracteres de 0 a 9 y de a a f.',
    checksum: 'Al menos un carácter es incorrecto. Copia otra vez la dirección de tu monedero.',
    reserved: 'Nadie puede usar esta dirección. Copia otra vez la dirección de tu monedero.',
    contract:
      'Es el contrato de una moneda, que se queda con lo que se le envía. Introduce la dirección de tu monedero.',
    ours: 'Esta dirección pertenece al sistema de pagos del vendedor. Introduce la dirección de tu propio monedero.',
  },
  failed: 'No se pudo comprobar la dirección. Inténtalo de nuevo en un momento.',
  look: {
    headline: '¿Es esta tu dirección?',
    body: '{amount} se enviará a ella en {chain}. Después no podrás cambiarla.',
    warning:
      'Esta dirección es un contrato en otra red, pero no en {chain}. Continúa solo si puedes usarla en {chain}; si no, el dinero podría perderse.',
    confirm: 'Sí, enviar aquí',
    change: 'Cambiar la dirección',
  },
  ready: {
    headline: 'Dirección guardada',
    body: 'El vendedor enviará {amount} a ella. Esta página mostrará cuándo se envía.',
  },
  sent: {
    headline: 'Reembolso enviado',
    body: '{amount} se ha enviado y se está confirmando.',
  },
  confirmed: {
    headline: 'Reembolso completado',
    body: '{amount} se ha enviado a tu dirección.',
  },
  reported: {
    headline: 'Reembolso enviado',
    body: 'El vendedor indica que {amount} se envió de otra forma.',
  },
  canceled: {
    headline: 'Reembolso cancelado',
    body: 'Si tienes preguntas, contacta con el vendedor.',
  },
  missing: {
    headline: 'Reembolso no encontrado',
    body: 'Puede que el enlace esté incompleto. Pide uno nuevo al vendedor.',
  },
  ended: {
    headline: 'Este enlace ha caducado',
    body: 'Pide uno nuevo al vendedor.',
  },
  unreachable: {
    headline: 'No pudimos cargar tu reembolso',
    body: 'La conexión ha fallado. Inténtalo de nuevo en un momento.',
  },
  transaction: 'Ver la transacción',
  until: 'Este enlace caduca el {date}.',
})
