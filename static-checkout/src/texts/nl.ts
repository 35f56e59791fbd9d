import { translation } from './texts.ts'

export const nl = translation({
  title: 'Betaling',
  loading: 'Uw betaling wordt voorbereid',
  testRibbon: 'Testbetaling zonder echt geld',
  offline:
    'U bent offline. We blijven op uw betaling letten; deze pagina wordt bijgewerkt zodra u weer verbinding hebt.',
  reconnecting: 'Opnieuw verbinden. We blijven op uw betaling letten.',
  language: 'Taal',
  amount: '{amount} {asset}',
  coinOn: '{asset} op {chain}',
  steps: {
    label: 'Voortgang',
    send: 'Versturen',
    confirm: 'Bevestigen',
    done: 'Klaar',
  },
  order: {
    untitled: 'Betaalverzoek',
    details: 'Bestelgegevens',
    reference: 'Referentie',
  },
  details: {
    headline: 'Uw gegevens',
    body: 'De verkoper ontvangt deze bij uw betaling.',
    more: 'Meer gegevens (optioneel)',
    fields: {
      email: 'E-mail',
      name: 'Naam',
      phone: 'Telefoon',
      country: 'Land',
      region: 'Provincie of regio',
      postcode: 'Postcode',
      notes: 'Bericht aan de verkoper',
    },
    invalidEmail: 'Vul een e-mailadres in, zoals naam@example.com.',
    invalid: 'Deze waarde kan niet worden gebruikt. Wijzig de waarde of laat het veld leeg.',
    change: 'E-mail wijzigen',
    continue: 'Doorgaan',
    sent: 'Uw gegevens worden opgeslagen',
    failed: {
      busy: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
      changed: 'Deze betaling is al gewijzigd; uw gegevens zijn niet opgeslagen.',
      no_price: 'Uw gegevens konden niet worden opgeslagen. Probeer het opnieuw.',
      unreachable: 'Uw gegevens konden niet worden opgeslagen. Probeer het opnieuw.',
    },
  },
  coin: {
    headline: 'Kies hoe u betaalt',
    body: 'Kies een munt en het netwerk waarop u die hebt. Daarmee staat het bedrag vast.',
    time: 'ongeveer {time}',
    lowFee: 'lage kosten',
    highFee: 'hogere kosten',
    current: 'Huidig',
    suggested: 'Aanbevolen',
    sent: 'Prijs wordt vastgezet',
    announceSent: 'Prijs in {choice} wordt vastgezet',
    failed: {
      busy: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
      changed: 'Deze betaling is al gewijzigd; de munt blijft dezelfde.',
      no_price:
        'Er is nu geen betrouwbare prijs voor {choice}. Kies een andere munt of probeer het zo weer.',
      unreachable: '{choice} kon niet worden gekozen. Probeer het opnieuw of kies een andere munt.',
    },
    change: 'Met een andere munt betalen',
    keep: '{choice} houden',
    earlier: 'Hebt u {amount} al verstuurd, dan telt dat als het vóór {time} aankomt.',
  },
  cancel: 'Annuleren',
  timeLeft: 'nog {countdown}',
  timeSoon: 'Nog {countdown} voor deze prijs',
  retry: 'Opnieuw proberen',
  problems: {
    missing: {
      headline: 'Betaling niet gevonden',
      body: 'De link is misschien onvolledig, of de verkoper heeft de betaling verwijderd. Vraag een nieuwe link.',
    },
    inactive: {
      headline: 'Deze link is niet actief',
      body: 'De verkoper neemt via deze link nu geen betalingen aan. Er is niets afgeschreven.',
    },
    busy: {
      headline: 'Te veel pogingen',
      body: 'Deze link is te vaak geopend. Wacht even en probeer het opnieuw.',
    },
    no_price: {
      headline: 'Nu geen betrouwbare prijs',
      body: 'De wisselkoers kon niet worden bevestigd. Er is niets afgeschreven. Probeer het zo weer.',
    },
    unreachable: {
      headline: 'Uw betaling kon niet worden geladen',
      body: 'De verbinding is mislukt. Er is niets afgeschreven. Probeer het zo weer.',
    },
  },
})
