import { translation } from './texts.ts'

export const ja = translation({
  title: 'お支払い',
  loading: 'お支払いを準備しています',
  testRibbon: 'テスト決済。実際のお金は動きません',
  offline: 'オフラインです。お支払いの確認は続いています。接続が戻るとこのページが更新されます。',
  reconnecting: '再接続しています。お支払いの確認は続いています。',
  language: '言語',
  amount: '{amount} {asset}',
  coinOn: '{asset}（{chain}）',
  steps: {
    label: '進行状況',
    send: '送金',
    confirm: '確認',
    done: '完了',
  },
  order: {
    untitled: 'お支払いのご依頼',
    details: 'ご注文の詳細',
    reference: '照会番号',
  },
  details: {
    headline: 'お客様情報',
    body: 'お支払いとともに販売者に送られます。',
    more: 'その他の情報（任意）',
    fields: {
      email: 'メールアドレス',
      name: 'お名前',
      phone: '電話番号',
      country: '国',
      region: '都道府県・地域',
      postcode: '郵便番号',
      notes: '販売者へのメッセージ',
    },
    invalidEmail: 'メールアドレスを入力してください（例：name@example.com）。',
    invalid: 'この値は使用できません。変更するか、空欄にしてください。',
    continue: '続ける',
    sent: '保存しています',
    failed: {
      busy: '試行回数が多すぎます。しばらく待ってからもう一度お試しください。',
      changed: 'お支払いの状況が変わったため、お客様情報は保存されませんでした。',
      no_price: 'お客様情報を保存できませんでした。もう一度お試しください。',
      unreachable: 'お客様情報を保存できませんでした。もう一度お試しください。',
    },
  },
  coin: {
    headline: 'お支払い方法を選択',
    body: '通貨と、お持ちのネットワークを選んでください。選ぶと金額が確定します。',
    lowFee: 'ネットワーク手数料は低め',
    highFee: 'ネットワーク手数料は高め',
    current: '選択中',
    suggested: 'おすすめ',
    sent: '価格を確定しています',
    announceSent: '{choice}の価格を確定しています',
    failed: {
      busy: '試行回数が多すぎます。しばらく待ってからもう一度お試しください。',
      changed: 'お支払いの状況が変わったため、通貨は変更されませんでした。',
      no_price:
        '現在{choice}の信頼できる価格がありません。別の通貨を選ぶか、しばらくしてからお試しください。',
      unreachable: '{choice}を選択できませんでした。もう一度試すか、別の通貨を選んでください。',
    },
    change: '別の通貨で支払う',
    keep: '{choice}のまま続ける',
    earlier: 'すでに{amount}を送金済みの場合、{time}までに届けば有効です。',
  },
  cancel: 'キャンセル',
  timeLeft: '残り{countdown}',
  timeSoon: 'この価格でのお支払いは残り{countdown}',
  retry: '再試行',
  problems: {
    missing: {
      headline: 'お支払いが見つかりません',
      body: 'リンクが不完全か、販売者がこのお支払いを削除した可能性があります。新しいリンクをご依頼ください。',
    },
    inactive: {
      headline: 'このリンクは無効です',
      body: '販売者は現在このリンクでのお支払いを受け付けていません。請求は発生していません。',
    },
    busy: {
      headline: '試行回数が多すぎます',
      body: 'このリンクが開かれた回数が多すぎます。しばらく待ってからもう一度お試しください。',
    },
    no_price: {
      headline: '現在、信頼できる価格がありません',
      body: '為替レートを確認できませんでした。請求は発生していません。しばらくしてからお試しください。',
    },
    unreachable: {
      headline: 'お支払いを読み込めませんでした',
      body: '接続に失敗しました。請求は発生していません。しばらくしてからお試しください。',
    },
  },
})
