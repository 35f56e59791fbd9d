import { refundTranslation } from '../texts.ts'

export const it = refundTranslation({
  title: 'Rimborso',
  headline: 'Ricevi indietro {amount}',
  body: 'Dove va inviato? Inserisci un indirizzo del tuo wallet su {chain}.',
  address: 'Il tuo indirizzo su {chain}',
  hint: 'Copialo dal tuo wallet invece di digitarlo.',
  exchange:
    'Il tuo wallet è presso un exchange? Inserisci un indirizzo di deposito che ti mostra per {asset} su {chain}. L’indirizzo da cui hai pagato potrebbe non essere tuo.',
  check: 'Controlla indirizzo',
  checking: 'Controllo dell’indirizzo',
  problems: {
    format: 'Questo non è un indirizzo. È composto da 0x e 40 caratteri da 0 a 9 e da a a f.',
    checksum: 'Almeno un carattere è sbagliato. Copia di nuovo l’indirizzo dal tuo wallet.',
    reserved: 'Nessuno può usare questo indirizzo. Copia di nuovo l’indirizzo dal tuo wallet.',
    contract:
      'È il contratto di una moneta, che trattiene ciò che gli viene inviato. Inserisci l’indirizzo del tuo wallet.',
    ours: 'Questo indirizzo appartiene al sistema di pagamento del venditore. Inserisci l’indirizzo del tuo wallet.',
  },
  failed: 'Non è stato possibile controllare l’indirizzo. Riprova tra poco.',
  look: {
    headline: 'È il tuo indirizzo?',
    body: '{amount} sarà inviato a questo indirizzo su {chain}. Dopo non potrai più modificarlo.',
    warning:
      'Questo indirizzo è un contratto su un’altra rete, ma non su {chain}. Continua solo se puoi usarlo su {chain}, altrimenti il denaro potrebbe andare perso.',
    confirm: 'Sì, invia qui',
    change: 'Modifica l’indirizzo',
  },
  ready: {
    headline: 'Indirizzo salvato',
    body: 'Il venditore invierà {amount} a questo indirizzo. Questa pagina mostra quando è stato inviato.',
  },
  sent: {
    headline: 'Rimborso inviato',
    body: '{amount} è stato inviato e viene confermato.',
  },
  confirmed: {
    headline: 'Rimborso completato',
    body: '{amount} è stato inviato al tuo indirizzo.',
  },
  reported: {
    headline: 'Rimborso inviato',
    body: 'Il venditore indica che {amount} è stato inviato in altro modo.',
  },
  canceled: {
    headline: 'Rimborso annullato',
    body: 'Se hai domande, contatta il venditore.',
  },
  missing: {
    headline: 'Rimborso non trovato',
    body: 'Il link potrebbe essere incompleto. Chiedine uno nuovo al venditore.',
  },
  ended: {
    headline: 'Questo link è scaduto',
    body: 'Chiedine uno nuovo al venditore.',
  },
  unreachable: {
    headline: 'Impossibile caricare il rimborso',
    body: 'Connessione non riuscita. Riprova tra poco.',
  },
  transaction: 'Mostra la transazione',
  until: 'Questo link scade il {date}.',
})
