import { refundTranslation } from '../texts.ts'

export const zh = refundTranslation({
  title: '退款',
  headline: '您将收到 {amount} 退款',
  body: '退到哪里？请输入您钱包在 {chain} 上的地址。',
  address: '您在 {chain} 上的地址',
  hint: '请从钱包复制，不要手动输入。',
  exchange:
    '您的钱包在交易所吗？请输入交易所为 {chain} 上的 {asset} 显示的充值地址。您付款时的地址可能不属于您。',
  check: '检查地址',
  checking: '正在检查地址',
  problems: {
    format: '这不是地址。地址由 0x 和 40 个字符（0 到 9、a 到 f）组成。',
    checksum: '至少有一个字符错误。请从钱包重新复制地址。',
    reserved: '没有人能使用这个地址。请从钱包重新复制地址。',
    contract: '这是币种的合约，发送给它的资金无法取回。请输入您钱包的地址。',
    ours: '这个地址属于商家的收款系统。请输入您自己钱包的地址。',
  },
  failed: '无法检查地址。请稍后再试。',
  look: {
    headline: '这是您的地址吗？',
    body: '{amount} 将在 {chain} 上发送到此地址。之后无法更改。',
    warning:
      '此地址在另一个网络上是合约，但在 {chain} 上不是。只有当您能在 {chain} 上使用它时才继续，否则资金可能丢失。',
    confirm: '是的，发送到这里',
    change: '更改地址',
  },
  ready: {
    headline: '地址已保存',
    body: '商家将向此地址发送 {amount}。发送后会在本页显示。',
  },
  sent: {
    headline: '退款已发送',
    body: '{amount} 已发送，正在确认。',
  },
  confirmed: {
    headline: '退款已完成',
    body: '{amount} 已发送到您的地址。',
  },
  reported: {
    headline: '退款已发送',
    body: '商家表示 {amount} 已通过其他方式发送。',
  },
  canceled: {
    headline: '退款已取消',
    body: '如有疑问，请联系商家。',
  },
  missing: {
    headline: '找不到退款',
    body: '链接可能不完整。请向商家索取新的链接。',
  },
  ended: {
    headline: '此链接已过期',
    body: '请向商家索取新的链接。',
  },
  unreachable: {
    headline: '无法加载您的退款',
    body: '连接失败。请稍后再试。',
  },
  transaction: '查看交易',
  until: '此链接将于 {date} 过期。',
})
