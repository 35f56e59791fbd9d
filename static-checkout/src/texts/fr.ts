import { translation } from './texts.ts'

export const fr = translation({
  title: 'Paiement',
  loading: 'Préparation de votre paiement',
  testRibbon: 'Paiement de test, sans argent réel',
  offline:
    'Vous êtes hors ligne. Votre paiement reste surveillé ; cette page se mettra à jour à votre retour.',
  reconnecting: 'Reconnexion. Votre paiement reste surveillé.',
  language: 'Langue',
  amount: '{amount} {asset}',
  coinOn: '{asset} sur {chain}',
  steps: {
    label: 'Progression',
    send: 'Envoyer',
    confirm: 'Confirmer',
    done: 'Terminé',
  },
  order: {
    untitled: 'Demande de paiement',
    details: 'Détails de la commande',
    reference: 'Référence',
  },
  details: {
    headline: 'Vos coordonnées',
    body: 'Le vendeur les reçoit avec votre paiement.',
    more: 'Plus d’informations (facultatif)',
    fields: {
      email: 'E-mail',
      name: 'Nom',
      phone: 'Téléphone',
      country: 'Pays',
      region: 'Région',
      postcode: 'Code postal',
      notes: 'Message au vendeur',
    },
    invalidEmail: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
    invalid: 'Cette valeur ne convient pas. Modifiez-la ou laissez le champ vide.',
    change: 'Modifier l’e-mail',
    continue: 'Continuer',
    sent: 'Enregistrement de vos coordonnées',
    failed: {
      busy: 'Trop de tentatives. Patientez un instant, puis réessayez.',
      changed: 'Ce paiement a déjà changé : vos coordonnées n’ont pas été enregistrées.',
      no_price: 'Vos coordonnées n’ont pas pu être enregistrées. Veuillez réessayer.',
      unreachable: 'Vos coordonnées n’ont pas pu être enregistrées. Veuillez réessayer.',
    },
  },
  coin: {
    headline: 'Comment souhaitez-vous payer ?',
    body: 'Choisissez une cryptomonnaie et le réseau sur lequel vous la détenez. Le montant sera alors fixé.',
    time: 'environ {time}',
    lowFee: 'frais faibles',
    highFee: 'frais plus élevés',
    current: 'Actuel',
    suggested: 'Conseillé',
    sent: 'Fixation du prix',
    announceSent: 'Fixation du prix en {choice}',
    failed: {
      busy: 'Trop de tentatives. Patientez un instant, puis réessayez.',
      changed: 'Ce paiement a déjà changé : la cryptomonnaie reste la même.',
      no_price:
        'Aucun prix fiable pour {choice} en ce moment. Choisissez une autre cryptomonnaie ou réessayez dans un instant.',
      unreachable:
        'Impossible de choisir {choice}. Réessayez ou choisissez une autre cryptomonnaie.',
    },
    change: 'Payer avec une autre cryptomonnaie',
    keep: 'Garder {choice}',
    earlier: 'Si vous avez déjà envoyé {amount}, ce paiement compte s’il arrive avant {time}.',
  },
  cancel: 'Annuler',
  timeLeft: 'encore {countdown}',
  timeSoon: 'Encore {countdown} pour payer à ce prix',
  retry: 'Réessayer',
  problems: {
    missing: {
      headline: 'Paiement introuvable',
      body: 'Le lien est peut-être incomplet, ou le vendeur a supprimé ce paiement. Demandez un nouveau lien.',
    },
    inactive: {
      headline: 'Ce lien n’est pas actif',
      body: 'Le vendeur n’accepte pas de paiements par ce lien pour le moment. Rien n’a été débité.',
    },
    busy: {
      headline: 'Trop de tentatives',
      body: 'Ce lien a été ouvert trop souvent. Patientez un instant, puis réessayez.',
    },
    no_price: {
      headline: 'Pas de prix fiable en ce moment',
      body: 'Le taux de change n’a pas pu être confirmé. Rien n’a été débité. Réessayez dans un instant.',
    },
    unreachable: {
      headline: 'Impossible de charger votre paiement',
      body: 'La connexion a échoué. Rien n’a été débité. Réessayez dans un instant.',
    },
  },
})
