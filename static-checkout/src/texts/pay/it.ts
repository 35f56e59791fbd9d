import { payTranslation } from '../texts.ts'

export const it = payTranslation({
  wallets: {
    label: 'Paga con un wallet in questo browser',
    pay: 'Paga {amount} con {wallet}',
    browser: 'il wallet del browser',
    confirm: 'Conferma in {wallet}',
    waiting:
      '{wallet} non ha ancora risposto. Aprilo per confermare o paga in un altro modo. Paga una volta sola.',
    rejected: 'Hai rifiutato in {wallet}. Non è stato inviato nulla.',
    failed: {
      network_missing:
        '{network} non è configurata in {wallet}. Aggiungi la rete nel wallet e riprova.',
      busy: '{wallet} è in attesa. Aprilo per continuare.',
      outdated: 'L’importo è cambiato e non è stato inviato nulla. Riprova.',
      failed:
        '{wallet} ha segnalato un problema. Se il pagamento risulta inviato, attendi qui. Altrimenti verifica che il saldo copra importo e commissione, poi riprova.',
    },
    choose: 'Paga con un’app wallet',
    open: 'Apri in {wallet}',
    openBody: 'Apre questa pagina nel wallet, che poi paga {amount}.',
    send: 'Compila in {wallet}',
    sendBody:
      'Apre il wallet con indirizzo e importo già inseriti. Controllali prima di confermare.',
    other: 'Altro wallet: copia l’importo e l’indirizzo.',
    close: 'Chiudi',
  },
  sent: {
    headline: 'Pagamento inviato',
    body: 'Il wallet ha inviato il pagamento. Apparirà qui quando {chain} lo avrà incluso. Non inviarlo di nuovo.',
    otherWay: 'Paga in un altro modo',
    otherWayBody: 'Solo se il wallet indica che la transazione è fallita o annullata.',
  },
  send: {
    network:
      'Invia solo su {chain}. Su un’altra rete i fondi possono arrivare tardi o andare persi.',
    qrLabel: 'Codice QR dell’indirizzo di pagamento',
    qrLabelFull: 'Codice QR con indirizzo, rete e importo',
    qrTitle: 'Scansiona con il wallet',
    qrBody: 'Contiene solo l’indirizzo. Inserisci {amount}; le commissioni di rete sono a parte.',
    qrFullBody:
      'Contiene indirizzo, rete e importo. Se il wallet mostra altro, usa il codice con il solo indirizzo.',
    qrFull: 'Includi l’importo',
    qrPlain: 'Solo l’indirizzo',
    otherDevice: 'Paga da un altro dispositivo',
    amount: 'Importo esatto',
    address: 'Indirizzo su {chain}',
    waiting: 'In attesa del pagamento',
    exchange:
      'Paghi da un exchange? Aggiungi la sua commissione di prelievo, così arriva l’importo completo.',
  },
  trust: {
    title: 'Controlla i dettagli',
    held: 'Prezzo garantito fino alle',
    rate: 'Cambio',
    token: 'Contratto del token',
    native: '{asset} è la valuta nativa di {chain}.',
    watching:
      'Questa pagina controlla l’indirizzo qui sopra su {chain} e conferma il pagamento da sola, anche se chiusa.',
  },
  copy: {
    idle: 'Copia',
    done: 'Copiato',
    failed: 'Seleziona',
    label: 'Copia: {field}',
  },
  check: {
    ask: 'Ho pagato',
    askLate: 'Cerca il mio pagamento',
    checking: 'Controllo della blockchain',
    nothing: 'Ancora nessun pagamento sulla blockchain. Questa pagina si aggiorna da sola.',
    failed: 'Il controllo non è riuscito. Riprova.',
  },
  timeUp: {
    headline: 'Tempo scaduto',
    body: 'Ora non inviare nulla. Se lo hai già fatto, lascia aperta questa pagina: stiamo cercando il pagamento sulla blockchain.',
  },
  detected: {
    headline: 'Pagamento rilevato',
    counter: 'Conferma {done} di {required}',
    of: 'di {required}',
    left: 'Ancora circa {time} su {chain}',
    soon: 'Da un momento all’altro su {chain}',
    body: 'Non c’è altro da fare: puoi chiudere questa pagina.',
    late: 'È arrivato oltre il termine ed è in corso di conferma. Non c’è altro da fare.',
    partial: 'Finora sono arrivati {received} di {amount}, in corso di conferma.',
    rest: 'Il resto è arrivato ed è in corso di conferma. Non c’è altro da fare.',
    vanished:
      'La rete ha ritirato la transazione e di solito la include di nuovo entro pochi minuti. Non inviarla di nuovo.',
  },
  meter: {
    label: 'Ricevuto finora',
    received: '{amount} ricevuti',
    missing: '{amount} mancanti',
    payRest: 'Paga i restanti {amount}',
  },
  paid: {
    headline: 'Pagato',
    body: 'Grazie. Il pagamento è confermato.',
    late: 'Grazie. Il pagamento è arrivato oltre il termine, ma è valido e confermato.',
    continue: 'Continua',
    continueTo: 'Continua su {seller}',
    redirect: 'Si continua tra {time}',
    stay: 'Resta qui',
  },
  overpaid: {
    headline: 'Hai pagato più del dovuto',
    body: 'L’ordine è pagato. Hai inviato {extra} in più; solo il venditore può restituirli.',
  },
  underpaid: {
    headline: 'Pagamento incompleto',
    missing: 'Mancano ancora {missing}.',
    topUp:
      'Invia i {missing} mancanti allo stesso indirizzo prima delle {time} per completare il pagamento.',
    late: 'Sono arrivati {received} di {amount}, oltre il termine. Non bastavano a completare il pagamento.',
    closed: 'Non pagare di nuovo.',
    amount: 'Importo mancante',
  },
  expired: {
    headline: 'Questo prezzo è scaduto',
    unpaidTitle: 'Non ho pagato',
    unpaidLink: 'Non è stato addebitato nulla. Ora puoi ottenere un nuovo prezzo.',
    unpaidAdHoc: 'Non è stato addebitato nulla. Torna al negozio per ricominciare.',
    unpaidNowhere:
      'Non è stato addebitato nulla. Chiedi una nuova pagina di pagamento dove hai ottenuto questa.',
    newPrice: 'Ottieni un nuovo prezzo',
    sentTitle: 'Ho già inviato',
    sentOpen: 'Non pagare due volte. Un pagamento in ritardo è accettato fino alle {time}.',
    sentClosed: 'Non pagare due volte.',
  },
  idle: {
    headline: 'Ricomincia',
    body: 'Questa pagina è rimasta a lungo aperta senza un pagamento. Non è stato addebitato nulla.',
  },
  failed: {
    headline: 'Pagamento non riuscito',
    body: 'La transazione è stata rilevata sulla blockchain e poi rimossa: non è stato ricevuto nulla. Il wallet mostra se i fondi sono tornati.',
  },
  contact: {
    seller: 'Contatta {seller}',
    anonymous: 'Contatta il venditore',
    with: 'Contatta {seller} indicando il riferimento qui sotto.',
    unknown:
      'Per assistenza, torna dove hai ottenuto questa pagina e indica il riferimento qui sotto.',
    subject: 'Pagamento {reference}',
  },
  receipt: {
    seller: 'Venditore',
    item: 'Articolo',
    price: 'Prezzo',
    amount: 'Importo',
    received: 'Ricevuto',
    missing: 'Mancante',
    extra: 'In più',
    network: 'Rete',
    transaction: 'Transazione',
    paidAt: 'Pagato il',
    reference: 'Riferimento',
    openTransaction: 'Vedi nel block explorer',
    copyLink: 'Copia link',
    linkCopied: 'Link copiato',
    share: 'Condividi',
    print: 'Stampa',
    keep: 'Questa pagina resta disponibile come ricevuta.',
  },
  unfinished: {
    headline: 'Hai un pagamento in sospeso',
    body: 'Se hai già pagato, continua con questo. Non pagare due volte.',
    continue: 'Continua con questo',
    startNew: 'Inizia un nuovo pagamento',
  },
  back: 'Torna al negozio',
  backTo: 'Torna a {seller}',
})
