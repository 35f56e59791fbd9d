import { translation } from './texts.ts'

export const es = translation({
  title: 'Pago',
  loading: 'Preparando su pago',
  testRibbon: 'Pago de prueba, sin dinero real',
  offline:
    'No tiene conexión. Seguimos pendientes de su pago; esta página se actualizará cuando vuelva a tenerla.',
  reconnecting: 'Reconectando. Seguimos pendientes de su pago.',
  language: 'Idioma',
  amount: '{amount} {asset}',
  coinOn: '{asset} en {chain}',
  steps: {
    label: 'Progreso',
    send: 'Enviar',
    confirm: 'Confirmar',
    done: 'Listo',
  },
  order: {
    untitled: 'Solicitud de pago',
    details: 'Detalles del pedido',
    reference: 'Referencia',
  },
  details: {
    headline: 'Sus datos',
    body: 'El vendedor los recibe con su pago.',
    more: 'Más datos (opcional)',
    fields: {
      email: 'Correo electrónico',
      name: 'Nombre',
      phone: 'Teléfono',
      country: 'País',
      region: 'Provincia o región',
      postcode: 'Código postal',
      notes: 'Nota para el vendedor',
    },
    invalidEmail: 'Escriba un correo electrónico, como nombre@example.com.',
    invalid: 'Este valor no es válido. Cámbielo o déjelo vacío.',
    change: 'Cambiar el correo',
    continue: 'Continuar',
    sent: 'Guardando sus datos',
    failed: {
      busy: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
      changed: 'Este pago ya ha cambiado, así que sus datos no se han guardado.',
      no_price: 'No se han podido guardar sus datos. Vuelva a intentarlo.',
      unreachable: 'No se han podido guardar sus datos. Vuelva a intentarlo.',
    },
  },
  coin: {
    headline: 'Elija cómo pagar',
    body: 'Elija una moneda y la red en la que la tiene. Así queda fijado el importe.',
    time: 'aprox. {time}',
    lowFee: 'comisión baja',
    highFee: 'comisión más alta',
    current: 'Actual',
    suggested: 'Recomendado',
    sent: 'Fijando el precio',
    announceSent: 'Fijando el precio en {choice}',
    failed: {
      busy: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
      changed: 'Este pago ya ha cambiado, así que la moneda sigue siendo la misma.',
      no_price:
        'Ahora no hay un precio fiable para {choice}. Elija otra moneda o vuelva a intentarlo en un momento.',
      unreachable: 'No se ha podido elegir {choice}. Vuelva a intentarlo o elija otra moneda.',
    },
    change: 'Pagar con otra moneda',
    keep: 'Seguir con {choice}',
    earlier: 'Si ya ha enviado {amount}, el pago cuenta si llega antes de las {time}.',
  },
  cancel: 'Cancelar',
  timeLeft: 'quedan {countdown}',
  timeSoon: 'Quedan {countdown} para pagar a este precio',
  retry: 'Reintentar',
  problems: {
    missing: {
      headline: 'Pago no encontrado',
      body: 'Puede que el enlace esté incompleto o que el vendedor haya eliminado este pago. Pida un enlace nuevo.',
    },
    inactive: {
      headline: 'Este enlace no está activo',
      body: 'El vendedor no acepta pagos con este enlace en este momento. No se ha cobrado nada.',
    },
    busy: {
      headline: 'Demasiados intentos',
      body: 'Este enlace se ha abierto demasiadas veces. Espere un momento y vuelva a intentarlo.',
    },
    no_price: {
      headline: 'Sin precio fiable ahora mismo',
      body: 'No se ha podido confirmar el tipo de cambio. No se ha cobrado nada. Vuelva a intentarlo en un momento.',
    },
    unreachable: {
      headline: 'No se ha podido cargar su pago',
      body: 'La conexión ha fallado. No se ha cobrado nada. Vuelva a intentarlo en un momento.',
    },
  },
})
