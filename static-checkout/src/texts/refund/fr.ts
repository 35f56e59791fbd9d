import { refundTranslation } from '../texts.ts'

export const fr = refundTranslation({
  title: 'Remboursement',
  headline: 'Vous récupérez {amount}',
  body: 'Où faut-il l’envoyer ? Saisissez une adresse de votre portefeuille sur {chain}.',
  address: 'Votre adresse sur {chain}',
  hint: 'Copiez-la depuis votre portefeuille au lieu de la saisir.',
  exchange:
    'Votre portefeuille est sur une plateforme d’échange ? Saisissez une adresse de dépôt qu’elle vous indique pour {asset} sur {chain}. L’adresse depuis laquelle vous avez payé n’est peut-être pas la vôtre.',
  check: 'Vérifier l’adresse',
  checking: 'Vérification de l’adresse',
  problems: {
    format:
      'Ce n’est pas une adresse : elle se compose de 0x et de 40 caractères de 0 à 9 et de a à f.',
    checksum:
      'Au moins un caractère est faux. Copiez à nouveau l’adresse depuis votre portefeuille.',
    reserved:
      'Personne ne peut utiliser cette adresse. Copiez à nouveau l’adresse depuis votre portefeuille.',
    contract:
      'C’est le contrat d’une monnaie, qui garde ce qu’on lui envoie. Saisissez l’adresse de votre portefeuille.',
    ours: 'Cette adresse appartient au système de paiement du vendeur. Saisissez l’adresse de votre propre portefeuille.',
  },
  failed: 'L’adresse n’a pas pu être vérifiée. Réessayez dans un instant.',
  look: {
    headline: 'Est-ce bien votre adresse ?',
    body: '{amount} y sera envoyé sur {chain}. Vous ne pourrez plus la modifier.',
    warning:
      'Cette adresse est un contrat sur un autre réseau, mais pas sur {chain}. Continuez seulement si vous pouvez l’utiliser sur {chain}, sinon l’argent risque d’être perdu.',
    confirm: 'Oui, envoyer ici',
    change: 'Modifier l’adresse',
  },
  ready: {
    headline: 'Adresse enregistrée',
    body: 'Le vendeur y enverra {amount}. Cette page indique quand c’est fait.',
  },
  sent: {
    headline: 'Remboursement envoyé',
    body: '{amount} a été envoyé et est en cours de confirmation.',
  },
  confirmed: {
    headline: 'Remboursement terminé',
    body: '{amount} a été envoyé à votre adresse.',
  },
  reported: {
    headline: 'Remboursement envoyé',
    body: 'Le vendeur indique que {amount} a été envoyé autrement.',
  },
  canceled: {
    headline: 'Remboursement annulé',
    body: 'Pour toute question, contactez le vendeur.',
  },
  missing: {
    headline: 'Remboursement introuvable',
    body: 'Le lien est peut-être incomplet. Demandez-en un nouveau au vendeur.',
  },
  ended: {
    headline: 'Ce lien a expiré',
    body: 'Demandez-en un nouveau au vendeur.',
  },
  unreachable: {
    headline: 'Impossible de charger votre remboursement',
    body: 'La connexion a échoué. Réessayez dans un instant.',
  },
  transaction: 'Afficher la transaction',
  until: 'Ce lien expire le {date}.',
})
