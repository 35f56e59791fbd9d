import { translation } from './texts.ts'

export const pt = translation({
  title: 'Pagamento',
  loading: 'Preparando seu pagamento',
  testRibbon: 'Teste: sem dinheiro real',
  offline:
    'Você está offline. Continuamos aguardando seu pagamento; esta página será atualizada quando a conexão voltar.',
  reconnecting: 'Reconectando. Continuamos aguardando seu pagamento.',
  language: 'Idioma',
  amount: '{amount} {asset}',
  coinOn: '{asset} em {chain}',
  steps: {
    label: 'Progresso',
    send: 'Enviar',
    confirm: 'Confirmar',
    done: 'Concluído',
  },
  order: {
    untitled: 'Solicitação de pagamento',
    details: 'Detalhes do pedido',
    reference: 'Referência',
  },
  details: {
    headline: 'Seus dados',
    body: 'O vendedor os recebe com seu pagamento.',
    more: 'Mais dados (opcional)',
    fields: {
      email: 'E-mail',
      name: 'Nome',
      phone: 'Telefone',
      country: 'País',
      region: 'Estado ou região',
      postcode: 'Código postal',
      notes: 'Mensagem ao vendedor',
    },
    invalidEmail: 'Digite um e-mail, como nome@example.com.',
    invalid: 'Este valor não pode ser usado. Altere-o ou deixe o campo vazio.',
    change: 'Alterar e-mail',
    continue: 'Continuar',
    sent: 'Salvando seus dados',
    failed: {
      busy: 'Muitas tentativas. Aguarde um momento e tente de novo.',
      changed: 'Este pagamento já mudou, por isso seus dados não foram salvos.',
      no_price: 'Não foi possível salvar seus dados. Tente de novo.',
      unreachable: 'Não foi possível salvar seus dados. Tente de novo.',
    },
  },
  coin: {
    headline: 'Escolha como pagar',
    body: 'Escolha uma moeda e a rede em que você a tem. Sua escolha fixa o valor.',
    time: 'cerca de {time}',
    lowFee: 'taxa baixa',
    highFee: 'taxa mais alta',
    current: 'Atual',
    suggested: 'Sugerido',
    sent: 'Fixando o preço',
    announceSent: 'Fixando o preço em {choice}',
    failed: {
      busy: 'Muitas tentativas. Aguarde um momento e tente de novo.',
      changed: 'Este pagamento já mudou, por isso a moeda não foi alterada.',
      no_price:
        'Não há preço confiável para {choice} agora. Escolha outra moeda ou tente de novo em instantes.',
      unreachable: 'Não foi possível escolher {choice}. Tente de novo ou escolha outra moeda.',
    },
    change: 'Pagar com outra moeda',
    keep: 'Manter {choice}',
    earlier: 'Se você já enviou {amount}, o pagamento vale se chegar até {time}.',
  },
  cancel: 'Cancelar',
  timeLeft: 'faltam {countdown}',
  timeSoon: 'Faltam {countdown} para pagar a este preço',
  retry: 'Tentar de novo',
  problems: {
    missing: {
      headline: 'Pagamento não encontrado',
      body: 'O link pode estar incompleto, ou o vendedor removeu este pagamento. Peça um novo link.',
    },
    inactive: {
      headline: 'Este link não está ativo',
      body: 'O vendedor não aceita pagamentos por este link no momento. Nada foi cobrado.',
    },
    busy: {
      headline: 'Muitas tentativas',
      body: 'Este link foi aberto vezes demais. Aguarde um momento e tente de novo.',
    },
    no_price: {
      headline: 'Sem preço confiável agora',
      body: 'Não foi possível confirmar a taxa de câmbio. Nada foi cobrado. Tente de novo em instantes.',
    },
    unreachable: {
      headline: 'Não foi possível carregar seu pagamento',
      body: 'A conexão falhou. Nada foi cobrado. Tente de novo em instantes.',
    },
  },
})
