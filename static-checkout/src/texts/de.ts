import { translation } from './texts.ts'

export const de = translation({
  title: 'Zahlung',
  loading: 'Ihre Zahlung wird vorbereitet',
  testRibbon: 'Testzahlung ohne echtes Geld',
  offline:
    'Sie sind offline. Wir achten weiter auf Ihre Zahlung; diese Seite aktualisiert sich, sobald Sie wieder online sind.',
  reconnecting: 'Verbindung wird wiederhergestellt. Wir achten weiter auf Ihre Zahlung.',
  language: 'Sprache',
  amount: '{amount} {asset}',
  coinOn: '{asset} auf {chain}',
  steps: {
    label: 'Fortschritt',
    send: 'Senden',
    confirm: 'Bestätigen',
    done: 'Fertig',
  },
  order: {
    untitled: 'Zahlungsanforderung',
    details: 'Bestelldetails',
    reference: 'Referenz',
  },
  details: {
    headline: 'Ihre Angaben',
    body: 'Der Verkäufer erhält sie mit Ihrer Zahlung.',
    more: 'Weitere Angaben (freiwillig)',
    fields: {
      email: 'E-Mail',
      name: 'Name',
      phone: 'Telefon',
      country: 'Land',
      region: 'Bundesland oder Region',
      postcode: 'Postleitzahl',
      notes: 'Nachricht an den Verkäufer',
    },
    invalidEmail: 'Geben Sie eine E-Mail-Adresse ein, z. B. name@example.com.',
    invalid: 'Diese Angabe ist nicht möglich. Ändern Sie sie oder lassen Sie das Feld leer.',
    change: 'E-Mail ändern',
    continue: 'Weiter',
    sent: 'Angaben werden gespeichert',
    failed: {
      busy: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
      changed: 'Diese Zahlung hat sich bereits geändert. Ihre Angaben wurden nicht gespeichert.',
      no_price: 'Ihre Angaben konnten nicht gespeichert werden. Versuchen Sie es erneut.',
      unreachable: 'Ihre Angaben konnten nicht gespeichert werden. Versuchen Sie es erneut.',
    },
  },
  coin: {
    headline: 'Wie möchten Sie zahlen?',
    body: 'Wählen Sie eine Währung und das Netzwerk, auf dem Sie sie halten. Damit steht der Betrag fest.',
    time: 'etwa {time}',
    lowFee: 'geringe Gebühr',
    highFee: 'höhere Gebühr',
    current: 'Aktuell',
    suggested: 'Empfohlen',
    sent: 'Preis wird festgelegt',
    announceSent: 'Preis in {choice} wird festgelegt',
    failed: {
      busy: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
      changed: 'Diese Zahlung hat sich bereits geändert. Die Währung bleibt, wie sie war.',
      no_price:
        'Für {choice} gibt es gerade keinen verlässlichen Preis. Wählen Sie eine andere Währung oder versuchen Sie es später erneut.',
      unreachable:
        '{choice} konnte nicht gewählt werden. Versuchen Sie es erneut oder wählen Sie eine andere Währung.',
    },
    change: 'Mit anderer Währung zahlen',
    keep: 'Bei {choice} bleiben',
    earlier: 'Haben Sie {amount} bereits gesendet, zählt das, wenn es bis {time} eintrifft.',
  },
  cancel: 'Abbrechen',
  timeLeft: 'noch {countdown}',
  timeSoon: 'Noch {countdown} zu diesem Preis',
  retry: 'Erneut versuchen',
  problems: {
    missing: {
      headline: 'Zahlung nicht gefunden',
      body: 'Der Link ist vielleicht unvollständig, oder der Verkäufer hat die Zahlung entfernt. Bitten Sie um einen neuen Link.',
    },
    inactive: {
      headline: 'Dieser Link ist nicht aktiv',
      body: 'Der Verkäufer nimmt über diesen Link gerade keine Zahlungen an. Es wurde nichts abgebucht.',
    },
    busy: {
      headline: 'Zu viele Versuche',
      body: 'Dieser Link wurde zu oft geöffnet. Warten Sie einen Moment und versuchen Sie es erneut.',
    },
    no_price: {
      headline: 'Gerade kein verlässlicher Preis',
      body: 'Der Wechselkurs konnte nicht bestätigt werden. Es wurde nichts abgebucht. Versuchen Sie es später erneut.',
    },
    unreachable: {
      headline: 'Ihre Zahlung konnte nicht geladen werden',
      body: 'Die Verbindung ist fehlgeschlagen. Es wurde nichts abgebucht. Versuchen Sie es später erneut.',
    },
  },
})
