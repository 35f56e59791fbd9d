import { payTranslation } from '../texts.ts'

export const fr = payTranslation({
  wallets: {
    label: 'Payer avec un portefeuille de ce navigateur',
    pay: 'Payer {amount} avec {wallet}',
    browser: 'votre portefeuille de navigateur',
    confirm: 'Confirmez dans {wallet}',
    waiting:
      '{wallet} n’a pas encore répondu. Ouvrez-le pour confirmer ou payez autrement. Ne payez qu’une fois.',
    rejected: 'Vous avez refusé dans {wallet}. Rien n’a été envoyé.',
    failed: {
      network_missing:
        '{network} n’est pas configuré dans {wallet}. Ajoutez-y ce réseau, puis réessayez.',
      busy: '{wallet} vous attend. Ouvrez-le pour continuer.',
      outdated: 'Le montant a changé, rien n’a été envoyé. Veuillez réessayer.',
      failed:
        '{wallet} signale un problème. S’il indique que le paiement est envoyé, patientez ici. Sinon, vérifiez que votre solde couvre le montant et les frais, puis réessayez.',
    },
    choose: 'Payer avec un portefeuille mobile',
    open: 'Ouvrir dans {wallet}',
    openBody: 'Ouvre cette page dans le portefeuille, qui paie ensuite {amount}.',
    send: 'Remplir dans {wallet}',
    sendBody:
      'Ouvre le portefeuille avec l’adresse et le montant remplis. Vérifiez les deux avant de confirmer.',
    other: 'Autre portefeuille : copiez le montant et l’adresse.',
    close: 'Fermer',
  },
  sent: {
    headline: 'Paiement envoyé',
    body: 'Votre portefeuille a envoyé le paiement. Il apparaîtra ici dès que {chain} l’aura inclus. Ne l’envoyez pas une deuxième fois.',
    otherWay: 'Payer autrement',
    otherWayBody:
      'Seulement si votre portefeuille indique que la transaction a échoué ou a été annulée.',
  },
  send: {
    network:
      'Envoyez uniquement sur {chain}. Sur un autre réseau, les fonds peuvent arriver en retard ou se perdre.',
    qrLabel: 'Code QR de l’adresse de paiement',
    qrLabelFull: 'Code QR avec l’adresse, le réseau et le montant',
    qrTitle: 'Scannez avec votre portefeuille',
    qrBody: 'Il contient seulement l’adresse. Saisissez {amount} ; les frais de réseau s’ajoutent.',
    qrFullBody:
      'Il contient l’adresse, le réseau et le montant. Si votre portefeuille affiche autre chose, utilisez le code avec l’adresse seule.',
    qrFull: 'Inclure le montant',
    qrPlain: 'Adresse seule',
    otherDevice: 'Payer depuis un autre appareil',
    amount: 'Montant exact',
    address: 'Adresse sur {chain}',
    waiting: 'En attente de votre paiement',
    exchange:
      'Vous payez depuis une plateforme d’échange ? Ajoutez ses frais de retrait pour que le montant arrive en entier.',
  },
  provider: {
    card: 'carte ou virement',
    coins: 'autres cryptos et wallets',
    beta: 'bêta',
    sandbox: 'sandbox',
    opening: 'Ouverture',
    failed: '{provider} n’a pas pu s’ouvrir. Réessayez dans une minute ou payez autrement.',
    pay: 'Payer avec {provider}',
    headline: 'En attente de {provider}',
    body: '{provider} confirme en général un paiement en quelques minutes, et cette page l’affiche. Vous pouvez la fermer. Ne payez qu’une fois.',
    late: '{provider} peut encore confirmer un paiement jusqu’à {time}. Si vous n’y avez pas payé, recommencez.',
    again: 'Rouvrir {provider}',
  },
  trust: {
    title: 'Vérifier les détails',
    held: 'Prix garanti jusqu’à',
    rate: 'Taux',
    token: 'Contrat du jeton',
    native: '{asset} est la monnaie native de {chain}.',
    watching:
      'Cette page surveille l’adresse ci-dessus sur {chain} et confirme votre paiement d’elle-même, même fermée.',
  },
  copy: {
    idle: 'Copier',
    done: 'Copié',
    failed: 'Sélectionner',
    label: 'Copier : {field}',
  },
  check: {
    ask: 'J’ai payé',
    askLate: 'Rechercher mon paiement',
    checking: 'Vérification de la blockchain',
    nothing:
      'Aucun paiement sur la blockchain pour l’instant. Cette page se met à jour automatiquement.',
    failed: 'La vérification a échoué. Veuillez réessayer.',
  },
  timeUp: {
    headline: 'Le temps est écoulé',
    body: 'N’envoyez plus rien maintenant. Si vous l’avez déjà fait, laissez cette page ouverte : nous cherchons votre paiement sur la blockchain.',
  },
  detected: {
    headline: 'Paiement détecté',
    counter: 'Confirmation {done} sur {required}',
    of: 'sur {required}',
    left: 'Encore {time} environ sur {chain}',
    soon: 'D’un instant à l’autre sur {chain}',
    final: 'Dernière vérification',
    body: 'Vous n’avez plus rien à faire et pouvez fermer cette page.',
    late: 'Il est arrivé après le délai et est en cours de confirmation. Vous n’avez plus rien à faire.',
    partial: '{received} sur {amount} sont arrivés et sont en cours de confirmation.',
    rest: 'Le reste est arrivé et est en cours de confirmation. Vous n’avez plus rien à faire.',
    vanished:
      'Le réseau a retiré la transaction ; en général, il la reprend en quelques minutes. Ne l’envoyez pas une deuxième fois.',
  },
  meter: {
    label: 'Reçu jusqu’à présent',
    received: '{amount} reçus',
    missing: '{amount} manquants',
    payRest: 'Payer les {amount} restants',
  },
  paid: {
    headline: 'Payé',
    body: 'Merci. Votre paiement est confirmé.',
    late: 'Merci. Votre paiement est arrivé après le délai, mais il est accepté et confirmé.',
    continue: 'Continuer',
    continueTo: 'Continuer vers {seller}',
    redirect: 'Suite dans {time}',
    stay: 'Rester ici',
  },
  overpaid: {
    headline: 'Vous avez payé plus que nécessaire',
    body: 'Votre commande est payée. Vous avez envoyé {extra} de trop ; seul le vendeur peut les rembourser.',
  },
  underpaid: {
    headline: 'Paiement incomplet',
    missing: 'Il manque encore {missing}.',
    topUp:
      'Envoyez les {missing} manquants à la même adresse avant {time} pour terminer le paiement.',
    late: '{received} sur {amount} sont arrivés, après le délai. Cela n’a pas suffi pour terminer le paiement.',
    closed: 'Ne payez pas une deuxième fois.',
    amount: 'Montant manquant',
  },
  expired: {
    headline: 'Ce prix a expiré',
    unpaidTitle: 'Je n’ai pas payé',
    unpaidLink: 'Rien n’a été débité. Vous pouvez obtenir un nouveau prix.',
    unpaidAdHoc: 'Rien n’a été débité. Retournez à la boutique pour recommencer.',
    unpaidNowhere:
      'Rien n’a été débité. Demandez une nouvelle page de paiement là où vous avez obtenu celle-ci.',
    newPrice: 'Obtenir un nouveau prix',
    sentTitle: 'J’ai déjà envoyé',
    sentOpen: 'Ne payez pas deux fois. Un paiement tardif est accepté jusqu’à {time}.',
    sentClosed: 'Ne payez pas deux fois.',
  },
  idle: {
    headline: 'Recommencer',
    body: 'Cette page est restée longtemps ouverte sans paiement. Rien n’a été débité.',
  },
  failed: {
    headline: 'Échec du paiement',
    body: 'La transaction a été détectée sur la blockchain, puis retirée : rien n’a été reçu. Votre portefeuille indique si les fonds sont revenus.',
  },
  contact: {
    seller: 'Contacter {seller}',
    anonymous: 'Contacter le vendeur',
    with: 'Contactez {seller} avec la référence ci-dessous.',
    unknown:
      'Pour obtenir de l’aide, retournez là où vous avez obtenu cette page et indiquez la référence ci-dessous.',
    subject: 'Paiement {reference}',
  },
  receipt: {
    seller: 'Vendeur',
    item: 'Article',
    price: 'Prix',
    amount: 'Montant',
    received: 'Reçu',
    missing: 'Manquant',
    extra: 'En trop',
    provider: 'Prestataire',
    network: 'Réseau',
    transaction: 'Transaction',
    paidAt: 'Payé le',
    reference: 'Référence',
    openTransaction: 'Voir dans l’explorateur de blocs',
    copyLink: 'Copier le lien',
    linkCopied: 'Lien copié',
    share: 'Partager',
    print: 'Imprimer',
    keep: 'Cette page reste disponible et vous sert de reçu.',
  },
  unfinished: {
    headline: 'Vous avez un paiement en cours',
    body: 'Si vous avez déjà payé, reprenez-le. Ne payez pas deux fois.',
    continue: 'Reprendre ce paiement',
    startNew: 'Commencer un nouveau paiement',
  },
  back: 'Retour à la boutique',
  backTo: 'Retour à {seller}',
})
