import { translation } from './texts.ts'

export const it = translation({
  title: 'Pagamento',
  loading: 'Preparazione del pagamento',
  testRibbon: 'Prova: nessun denaro reale',
  offline:
    'Sei offline. Continuiamo a controllare il pagamento; questa pagina si aggiornerà al ritorno della connessione.',
  reconnecting: 'Riconnessione. Continuiamo a controllare il pagamento.',
  language: 'Lingua',
  amount: '{amount} {asset}',
  coinOn: '{asset} su {chain}',
  steps: {
    label: 'Avanzamento',
    send: 'Invia',
    confirm: 'Conferma',
    done: 'Fatto',
  },
  order: {
    untitled: 'Richiesta di pagamento',
    details: 'Dettagli dell’ordine',
    reference: 'Riferimento',
  },
  details: {
    headline: 'I tuoi dati',
    body: 'Il venditore li riceve con il pagamento.',
    more: 'Altri dati (facoltativi)',
    fields: {
      email: 'E-mail',
      name: 'Nome',
      phone: 'Telefono',
      country: 'Paese',
      region: 'Provincia o regione',
      postcode: 'Codice postale',
      notes: 'Nota per il venditore',
    },
    invalidEmail: 'Inserisci un indirizzo e-mail, ad esempio nome@example.com.',
    invalid: 'Questo valore non va bene. Modificalo o lascia vuoto il campo.',
    change: 'Cambia e-mail',
    continue: 'Continua',
    sent: 'Salvataggio dei dati',
    failed: {
      busy: 'Troppi tentativi. Attendi un momento e riprova.',
      changed: 'Questo pagamento è già cambiato, quindi i dati non sono stati salvati.',
      no_price: 'Non è stato possibile salvare i dati. Riprova.',
      unreachable: 'Non è stato possibile salvare i dati. Riprova.',
    },
  },
  coin: {
    headline: 'Scegli come pagare',
    body: 'Scegli una valuta e la rete su cui la possiedi. La scelta fissa l’importo.',
    time: 'circa {time}',
    lowFee: 'commissione bassa',
    highFee: 'commissione più alta',
    current: 'Attuale',
    suggested: 'Consigliato',
    sent: 'Blocco del prezzo',
    announceSent: 'Blocco del prezzo in {choice}',
    failed: {
      busy: 'Troppi tentativi. Attendi un momento e riprova.',
      changed: 'Questo pagamento è già cambiato, quindi la valuta è rimasta la stessa.',
      no_price:
        'Al momento non c’è un prezzo affidabile per {choice}. Scegli un’altra valuta o riprova tra poco.',
      unreachable: 'Non è stato possibile scegliere {choice}. Riprova o scegli un’altra valuta.',
    },
    change: 'Paga con un’altra valuta',
    keep: 'Mantieni {choice}',
    earlier: 'Se hai già inviato {amount}, il pagamento vale se arriva entro le {time}.',
  },
  cancel: 'Annulla',
  timeLeft: 'ancora {countdown}',
  timeSoon: 'Ancora {countdown} per pagare a questo prezzo',
  retry: 'Riprova',
  problems: {
    missing: {
      headline: 'Pagamento non trovato',
      body: 'Il link potrebbe essere incompleto, oppure il venditore ha rimosso il pagamento. Chiedi un nuovo link.',
    },
    inactive: {
      headline: 'Questo link non è attivo',
      body: 'Al momento il venditore non accetta pagamenti con questo link. Non è stato addebitato nulla.',
    },
    busy: {
      headline: 'Troppi tentativi',
      body: 'Questo link è stato aperto troppe volte. Attendi un momento e riprova.',
    },
    no_price: {
      headline: 'Nessun prezzo affidabile al momento',
      body: 'Non è stato possibile confermare il cambio. Non è stato addebitato nulla. Riprova tra poco.',
    },
    unreachable: {
      headline: 'Impossibile caricare il pagamento',
      body: 'La connessione non è riuscita. Non è stato addebitato nulla. Riprova tra poco.',
    },
  },
})
