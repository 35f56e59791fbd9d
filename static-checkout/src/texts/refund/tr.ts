import { refundTranslation } from '../texts.ts'

export const tr = refundTranslation({
  title: 'İade',
  headline: '{amount} geri alacaksınız',
  body: 'Nereye gönderilsin? Cüzdanınızın {chain} üzerindeki bir adresini girin.',
  address: '{chain} üzerindeki adresiniz',
  hint: 'Elle yazmak yerine cüzdanınızdan kopyalayın.',
  exchange:
    'Cüzdanınız bir borsada mı? Borsanın {chain} üzerinde {asset} için gösterdiği yatırma adresini girin. Ödeme yaptığınız adres size ait olmayabilir.',
  check: 'Adresi kontrol et',
  checking: 'Adres kontrol ediliyor',
  problems: {
    format: 'Bu bir adres değil. Adres, 0x ile 0-9 ve a-f arasından 40 karakterden oluşur.',
    checksum: 'En az bir karakter yanlış. Adresi cüzdanınızdan yeniden kopyalayın.',
    reserved: 'Bu adresi kimse kullanamaz. Adresi cüzdanınızdan yeniden kopyalayın.',
    contract:
      'Bu, bir coin sözleşmesidir ve kendisine gönderileni geri vermez. Cüzdanınızın adresini girin.',
    ours: 'Bu adres satıcının ödeme sistemine ait. Kendi cüzdanınızın adresini girin.',
  },
  failed: 'Adres kontrol edilemedi. Birazdan yeniden deneyin.',
  look: {
    headline: 'Bu sizin adresiniz mi?',
    body: '{amount}, {chain} üzerinde bu adrese gönderilecek. Sonradan değiştiremezsiniz.',
    warning:
      'Bu adres başka bir ağda bir sözleşme, ama {chain} üzerinde değil. Yalnızca {chain} üzerinde kullanabiliyorsanız devam edin, yoksa para kaybolabilir.',
    confirm: 'Evet, buraya gönder',
    change: 'Adresi değiştir',
  },
  ready: {
    headline: 'Adres kaydedildi',
    body: 'Satıcı bu adrese {amount} gönderecek. Gönderildiğinde bu sayfada görünür.',
  },
  sent: {
    headline: 'İade gönderildi',
    body: '{amount} gönderildi ve onaylanıyor.',
  },
  confirmed: {
    headline: 'İade tamamlandı',
    body: '{amount} adresinize gönderildi.',
  },
  reported: {
    headline: 'İade gönderildi',
    body: 'Satıcı, {amount} tutarının başka bir yolla gönderildiğini bildiriyor.',
  },
  canceled: {
    headline: 'İade iptal edildi',
    body: 'Sorularınız varsa satıcıya sorun.',
  },
  missing: {
    headline: 'İade bulunamadı',
    body: 'Bağlantı eksik olabilir. Satıcıdan yeni bir bağlantı isteyin.',
  },
  ended: {
    headline: 'Bu bağlantının süresi doldu',
    body: 'Satıcıdan yeni bir bağlantı isteyin.',
  },
  unreachable: {
    headline: 'İadeniz yüklenemedi',
    body: 'Bağlantı kurulamadı. Birazdan yeniden deneyin.',
  },
  transaction: 'İşlemi göster',
  until: 'Bu bağlantı {date} tarihinde sona erer.',
})
