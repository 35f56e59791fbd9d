import { refundTranslation } from '../texts.ts'

export const nl = refundTranslation({
  title: 'Terugbetaling',
  headline: 'U krijgt {amount} terug',
  body: 'Waar moet het heen? Voer een adres van uw wallet op {chain} in.',
  address: 'Uw adres op {chain}',
  hint: 'Kopieer het uit uw wallet in plaats van het te typen.',
  exchange:
    'Is uw wallet bij een exchange? Voer een stortingsadres in dat die u toont voor {asset} op {chain}. Het adres waarvan u hebt betaald, is misschien niet van u.',
  check: 'Adres controleren',
  checking: 'Adres wordt gecontroleerd',
  problems: {
    format: 'Dit is geen adres. Het bestaat uit 0x en 40 tekens van 0 tot 9 en a tot f.',
    checksum: 'Minstens één teken is fout. Kopieer het adres opnieuw uit uw wallet.',
    reserved: 'Niemand kan dit adres gebruiken. Kopieer het adres opnieuw uit uw wallet.',
    contract:
      'Dit is het contract van een munt, dat houdt wat ernaartoe wordt gestuurd. Voer het adres van uw wallet in.',
    ours: 'Dit adres hoort bij het betaalsysteem van de verkoper. Voer het adres van uw eigen wallet in.',
  },
  failed: 'Het adres kon niet worden gecontroleerd. Probeer het zo opnieuw.',
  look: {
    headline: 'Is dit uw adres?',
    body: '{amount} wordt ernaartoe gestuurd op {chain}. Daarna kunt u het niet meer wijzigen.',
    warning:
      'Dit adres is een contract op een ander netwerk, maar niet op {chain}. Ga alleen verder als u het op {chain} kunt gebruiken, anders is het geld misschien verloren.',
    confirm: 'Ja, stuur het hierheen',
    change: 'Adres wijzigen',
  },
  ready: {
    headline: 'Adres opgeslagen',
    body: 'De verkoper stuurt {amount} ernaartoe. Deze pagina toont wanneer het is verstuurd.',
  },
  sent: {
    headline: 'Terugbetaling verstuurd',
    body: '{amount} is verstuurd en wordt bevestigd.',
  },
  confirmed: {
    headline: 'Terugbetaling voltooid',
    body: '{amount} is naar uw adres gestuurd.',
  },
  reported: {
    headline: 'Terugbetaling verstuurd',
    body: 'De verkoper meldt dat {amount} op een andere manier is verstuurd.',
  },
  canceled: {
    headline: 'Terugbetaling geannuleerd',
    body: 'Hebt u vragen? Neem contact op met de verkoper.',
  },
  missing: {
    headline: 'Terugbetaling niet gevonden',
    body: 'De link is misschien onvolledig. Vraag de verkoper om een nieuwe.',
  },
  ended: {
    headline: 'Deze link is verlopen',
    body: 'Vraag de verkoper om een nieuwe.',
  },
  unreachable: {
    headline: 'Uw terugbetaling kon niet worden geladen',
    body: 'De verbinding is mislukt. Probeer het zo opnieuw.',
  },
  transaction: 'Transactie tonen',
  until: 'Deze link verloopt op {date}.',
})
