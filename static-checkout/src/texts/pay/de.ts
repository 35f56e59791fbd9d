import { payTranslation } from '../texts.ts'

export const de = payTranslation({
  wallets: {
    label: 'Mit einer Wallet in diesem Browser zahlen',
    pay: '{amount} mit {wallet} zahlen',
    browser: 'Browser-Wallet',
    confirm: 'In {wallet} bestätigen',
    waiting:
      '{wallet} hat noch nicht reagiert. Öffnen Sie die Wallet zum Bestätigen oder zahlen Sie auf anderem Weg. Bitte nur einmal zahlen.',
    rejected: 'Sie haben in {wallet} abgelehnt. Es wurde nichts gesendet.',
    failed: {
      network_missing:
        '{network} ist in {wallet} nicht eingerichtet. Fügen Sie das Netzwerk dort hinzu und versuchen Sie es erneut.',
      busy: '{wallet} wartet auf Sie. Öffnen Sie die Wallet, um fortzufahren.',
      outdated: 'Der Betrag hat sich geändert, es wurde nichts gesendet. Versuchen Sie es erneut.',
      failed:
        '{wallet} meldet ein Problem. Zeigt die Wallet die Zahlung als gesendet, warten Sie hier. Sonst prüfen Sie, ob Ihr Guthaben für Betrag und Gebühr reicht, und versuchen Sie es erneut.',
    },
    choose: 'Mit einer Wallet-App zahlen',
    open: 'In {wallet} öffnen',
    openBody: 'Öffnet diese Seite in der Wallet, die dann {amount} zahlt.',
    send: 'In {wallet} ausfüllen',
    sendBody:
      'Öffnet die Wallet mit ausgefüllter Adresse und Betrag. Prüfen Sie beides vor dem Bestätigen.',
    other: 'Andere Wallet: Betrag und Adresse kopieren.',
    close: 'Schließen',
  },
  sent: {
    headline: 'Zahlung gesendet',
    body: 'Ihre Wallet hat die Zahlung gesendet. Sie erscheint hier, sobald {chain} sie aufgenommen hat. Bitte nicht noch einmal senden.',
    otherWay: 'Anders zahlen',
    otherWayBody: 'Nur wenn Ihre Wallet die Transaktion als fehlgeschlagen oder abgebrochen zeigt.',
  },
  send: {
    network:
      'Senden Sie nur auf {chain}. Über ein anderes Netzwerk kommt das Geld spät oder gar nicht an.',
    qrLabel: 'QR-Code der Zahlungsadresse',
    qrLabelFull: 'QR-Code mit Adresse, Netzwerk und Betrag',
    qrTitle: 'Mit der Wallet scannen',
    qrBody: 'Er enthält nur die Adresse. Geben Sie {amount} ein; Netzwerkgebühren kommen hinzu.',
    qrFullBody:
      'Er enthält Adresse, Netzwerk und Betrag. Zeigt Ihre Wallet etwas anderes, nehmen Sie den Code nur mit Adresse.',
    qrFull: 'Mit Betrag',
    qrPlain: 'Nur Adresse',
    otherDevice: 'Von einem anderen Gerät zahlen',
    amount: 'Genauer Betrag',
    address: 'Adresse auf {chain}',
    waiting: 'Wir warten auf Ihre Zahlung',
    exchange:
      'Sie zahlen von einer Börse? Rechnen Sie deren Auszahlungsgebühr hinzu, damit der volle Betrag ankommt.',
  },
  trust: {
    title: 'Angaben prüfen',
    held: 'Preis gilt bis',
    rate: 'Kurs',
    token: 'Token-Contract',
    native: '{asset} ist die eigene Währung von {chain}.',
    watching:
      'Diese Seite beobachtet die Adresse oben auf {chain} und bestätigt Ihre Zahlung von selbst, auch wenn sie geschlossen ist.',
  },
  copy: {
    idle: 'Kopieren',
    done: 'Kopiert',
    failed: 'Markieren',
    label: '{field} kopieren',
  },
  check: {
    ask: 'Ich habe gezahlt',
    askLate: 'Meine Zahlung suchen',
    checking: 'Die Blockchain wird geprüft',
    nothing: 'Noch keine Zahlung auf der Blockchain. Diese Seite aktualisiert sich von selbst.',
    failed: 'Die Prüfung ist fehlgeschlagen. Versuchen Sie es erneut.',
  },
  timeUp: {
    headline: 'Die Zeit ist abgelaufen',
    body: 'Bitte senden Sie jetzt nichts mehr. Haben Sie bereits gesendet, lassen Sie diese Seite offen: Wir suchen Ihre Zahlung auf der Blockchain.',
  },
  detected: {
    headline: 'Zahlung erkannt',
    counter: 'Bestätigung {done} von {required}',
    of: 'von {required}',
    left: 'Noch etwa {time} auf {chain}',
    soon: 'Jeden Moment auf {chain}',
    body: 'Sie müssen nichts mehr tun und können diese Seite schließen.',
    late: 'Sie ist nach Ablauf der Zeit eingetroffen und wird bestätigt. Sie müssen nichts mehr tun.',
    partial: '{received} von {amount} sind bisher eingetroffen und werden bestätigt.',
    rest: 'Der Restbetrag ist eingetroffen und wird bestätigt. Sie müssen nichts mehr tun.',
    vanished:
      'Das Netzwerk hat die Transaktion zurückgenommen und nimmt sie meist in wenigen Minuten wieder auf. Bitte nicht noch einmal senden.',
  },
  meter: {
    label: 'Bisher eingegangen',
    received: '{amount} eingegangen',
    missing: '{amount} fehlen',
    payRest: 'Restbetrag von {amount} zahlen',
  },
  paid: {
    headline: 'Bezahlt',
    body: 'Vielen Dank. Ihre Zahlung ist bestätigt.',
    late: 'Vielen Dank. Ihre Zahlung kam nach Ablauf der Zeit, zählt aber und ist bestätigt.',
    continue: 'Weiter',
    continueTo: 'Weiter zu {seller}',
    redirect: 'Weiter in {time}',
    stay: 'Hier bleiben',
  },
  overpaid: {
    headline: 'Sie haben zu viel gezahlt',
    body: 'Ihre Bestellung ist bezahlt. Sie haben {extra} zu viel gesendet; nur der Verkäufer kann das erstatten.',
  },
  underpaid: {
    headline: 'Zahlung unvollständig',
    missing: '{missing} fehlen noch.',
    topUp:
      'Senden Sie die fehlenden {missing} vor {time} an dieselbe Adresse, um die Zahlung abzuschließen.',
    late: '{received} von {amount} sind eingetroffen, nach Ablauf der Zeit. Das hat nicht gereicht, um die Zahlung abzuschließen.',
    closed: 'Bitte zahlen Sie nicht noch einmal.',
    amount: 'Fehlender Betrag',
  },
  expired: {
    headline: 'Dieser Preis ist abgelaufen',
    unpaidTitle: 'Ich habe nicht gezahlt',
    unpaidLink: 'Es wurde nichts abgebucht. Sie können jetzt einen neuen Preis erhalten.',
    unpaidAdHoc: 'Es wurde nichts abgebucht. Kehren Sie zum Shop zurück und beginnen Sie neu.',
    unpaidNowhere:
      'Es wurde nichts abgebucht. Fordern Sie dort, wo Sie diese Seite erhalten haben, eine neue an.',
    newPrice: 'Neuen Preis abrufen',
    sentTitle: 'Ich habe schon gesendet',
    sentOpen: 'Zahlen Sie nicht doppelt. Eine späte Zahlung wird bis {time} angenommen.',
    sentClosed: 'Zahlen Sie nicht doppelt.',
  },
  idle: {
    headline: 'Neu beginnen',
    body: 'Diese Seite war lange ohne Zahlung offen. Es wurde nichts abgebucht.',
  },
  failed: {
    headline: 'Zahlung fehlgeschlagen',
    body: 'Die Transaktion war auf der Blockchain zu sehen und wurde dann entfernt; es ist nichts eingegangen. Ihre Wallet zeigt, ob Sie das Geld wieder haben.',
  },
  contact: {
    seller: '{seller} kontaktieren',
    anonymous: 'Verkäufer kontaktieren',
    with: 'Wenden Sie sich mit der Referenz unten an {seller}.',
    unknown:
      'Hilfe bekommen Sie dort, wo Sie diese Seite erhalten haben. Nennen Sie die Referenz unten.',
    subject: 'Zahlung {reference}',
  },
  receipt: {
    seller: 'Verkäufer',
    item: 'Artikel',
    price: 'Preis',
    amount: 'Betrag',
    received: 'Eingegangen',
    missing: 'Fehlt',
    extra: 'Zu viel',
    network: 'Netzwerk',
    transaction: 'Transaktion',
    paidAt: 'Bezahlt am',
    reference: 'Referenz',
    openTransaction: 'Im Block-Explorer ansehen',
    copyLink: 'Link kopieren',
    linkCopied: 'Link kopiert',
    share: 'Teilen',
    print: 'Drucken',
    keep: 'Diese Seite bleibt als Ihr Beleg verfügbar.',
  },
  unfinished: {
    headline: 'Sie haben eine offene Zahlung',
    body: 'Falls Sie schon gezahlt haben, fahren Sie damit fort. Zahlen Sie nicht doppelt.',
    continue: 'Damit fortfahren',
    startNew: 'Neue Zahlung beginnen',
  },
  back: 'Zurück zum Shop',
  backTo: 'Zurück zu {seller}',
})
