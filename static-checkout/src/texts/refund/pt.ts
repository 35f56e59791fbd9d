import { refundTranslation } from '../texts.ts'

export const pt = refundTranslation({
  title: 'Reembolso',
  headline: 'Você recebe {amount} de volta',
  body: 'Para onde deve ir? Digite um endereço da sua carteira em {chain}.',
  address: 'Seu endereço em {chain}',
  hint: 'Copie-o da sua carteira em vez de digitá-lo.',
  exchange:
    'Sua carteira é de uma corretora? Digite um endereço de depósito que ela mostra para {asset} em {chain}. O endereço de onde você pagou pode não ser seu.',
  check: 'Verificar endereço',
  checking: 'Verificando o endereço',
  problems: {
    format: 'Isto não é um endereço. Ele tem 0x e 40 caracteres de 0 a 9 e de a a f.',
    checksum: 'Pelo menos um caractere está errado. Copie de novo o endereço da sua carteira.',
    reserved: 'Ninguém pode usar este endereço. Copie de novo o endereço da sua carteira.',
    contract:
      'Este é o contrato de uma moeda, que fica com o que é enviado a ele. Digite o endereço da sua carteira.',
    ours: 'Este endereço pertence ao sistema de pagamentos do vendedor. Digite o endereço da sua própria carteira.',
  },
  failed: 'Não foi possível verificar o endereço. Tente de novo em instantes.',
  look: {
    headline: 'Este é o seu endereço?',
    body: '{amount} será enviado a ele em {chain}. Depois não será possível alterá-lo.',
    warning:
      'Este endereço é um contrato em outra rede, mas não em {chain}. Continue somente se puder usá-lo em {chain}, ou o dinheiro pode se perder.',
    confirm: 'Sim, enviar para cá',
    change: 'Alterar o endereço',
  },
  ready: {
    headline: 'Endereço salvo',
    body: 'O vendedor enviará {amount} a ele. Esta página mostra quando for enviado.',
  },
  sent: {
    headline: 'Reembolso enviado',
    body: '{amount} foi enviado e está sendo confirmado.',
  },
  confirmed: {
    headline: 'Reembolso concluído',
    body: '{amount} foi enviado ao seu endereço.',
  },
  reported: {
    headline: 'Reembolso enviado',
    body: 'O vendedor informa que {amount} foi enviado de outra forma.',
  },
  canceled: {
    headline: 'Reembolso cancelado',
    body: 'Se tiver dúvidas, fale com o vendedor.',
  },
  missing: {
    headline: 'Reembolso não encontrado',
    body: 'O link pode estar incompleto. Peça um novo ao vendedor.',
  },
  ended: {
    headline: 'Este link expirou',
    body: 'Peça um novo ao vendedor.',
  },
  unreachable: {
    headline: 'Não foi possível carregar seu reembolso',
    body: 'A conexão falhou. Tente de novo em instantes.',
  },
  transaction: 'Ver a transação',
  until: 'Este link expira em {date}.',
})
