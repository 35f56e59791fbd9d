import { refundTranslation } from '../texts.ts'

export const de = refundTranslation({
  title: 'Erstattung',
  headline: 'Sie erhalten {amount} zurück',
  body: 'Wohin soll der Betrag gehen? Geben Sie eine Adresse Ihrer Wallet auf {chain} ein.',
  address: 'Ihre Adresse auf {chain}',
  hint: 'Kopieren Sie sie aus Ihrer Wallet, statt sie abzutippen.',
  exchange:
    'Ist Ihre Wallet bei einer Börse? Geben Sie eine Einzahlungsadresse ein, die sie Ihnen für {asset} auf {chain} anzeigt. Die Adresse, von der Sie bezahlt haben, gehört Ihnen vielleicht nicht.',
  check: 'Adresse prüfen',
  checking: 'Adresse wird geprüft',
  problems: {
    format: 'Das ist keine Adresse. Sie besteht aus 0x und 40 Zeichen von 0 bis 9 und a bis f.',
    checksum:
      'Mindestens ein Zeichen ist falsch. Kopieren Sie die Adresse noch einmal aus Ihrer Wallet.',
    reserved:
      'Diese Adresse kann niemand verwenden. Kopieren Sie die Adresse noch einmal aus Ihrer Wallet.',
    contract:
      'Das ist der Vertrag eines Coins, der behält, was an ihn gesendet wird. Geben Sie die Adresse Ihrer Wallet ein.',
    ours: 'Diese Adresse gehört zum Zahlungssystem des Verkäufers. Geben Sie die Adresse Ihrer eigenen Wallet ein.',
  },
  failed: 'Die Adresse konnte nicht geprüft werden. Versuchen Sie es gleich noch einmal.',
  look: {
    headline: 'Ist das Ihre Adresse?',
    body: '{amount} wird auf {chain} an sie gesendet. Danach können Sie sie nicht mehr ändern.',
    warning:
      'Diese Adresse ist in einem anderen Netzwerk ein Vertrag, aber nicht auf {chain}. Fahren Sie nur fort, wenn Sie sie auf {chain} verwenden können, sonst ist das Geld vielleicht verloren.',
    confirm: 'Ja, hierhin senden',
    change: 'Adresse ändern',
  },
  ready: {
    headline: 'Adresse gespeichert',
    body: 'Der Verkäufer sendet {amount} an sie. Diese Seite zeigt, wenn der Betrag gesendet ist.',
  },
  sent: {
    headline: 'Erstattung gesendet',
    body: '{amount} wurde gesendet und wird bestätigt.',
  },
  confirmed: {
    headline: 'Erstattung abgeschlossen',
    body: '{amount} wurde an Ihre Adresse gesendet.',
  },
  reported: {
    headline: 'Erstattung gesendet',
    body: 'Der Verkäufer gibt an, dass {amount} auf anderem Weg gesendet wurde.',
  },
  canceled: {
    headline: 'Erstattung storniert',
    body: 'Wenn Sie Fragen haben, wenden Sie sich an den Verkäufer.',
  },
  missing: {
    headline: 'Erstattung nicht gefunden',
    body: 'Der Link ist vielleicht unvollständig. Bitten Sie den Verkäufer um einen neuen.',
  },
  ended: {
    headline: 'Dieser Link ist abgelaufen',
    body: 'Bitten Sie den Verkäufer um einen neuen.',
  },
  unreachable: {
    headline: 'Ihre Erstattung konnte nicht geladen werden',
    body: 'Die Verbindung ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.',
  },
  transaction: 'Transaktion anzeigen',
  until: 'Dieser Link endet am {date}.',
})
