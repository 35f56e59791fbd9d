import { translation } from './texts.ts'

export const tr = translation({
  title: 'Ödeme',
  loading: 'Ödemeniz hazırlanıyor',
  testRibbon: 'Test ödemesi, gerçek para yok',
  offline:
    'Çevrimdışısınız. Ödemenizi izlemeye devam ediyoruz; bağlantınız gelince bu sayfa güncellenir.',
  reconnecting: 'Yeniden bağlanılıyor. Ödemenizi izlemeye devam ediyoruz.',
  language: 'Dil',
  amount: '{amount} {asset}',
  coinOn: '{chain} üzerinde {asset}',
  steps: {
    label: 'İlerleme',
    send: 'Gönder',
    confirm: 'Onay',
    done: 'Tamam',
  },
  order: {
    untitled: 'Ödeme isteği',
    details: 'Sipariş ayrıntıları',
    reference: 'Referans',
  },
  details: {
    headline: 'Bilgileriniz',
    body: 'Satıcı bunları ödemenizle birlikte alır.',
    more: 'Daha fazla bilgi (isteğe bağlı)',
    fields: {
      email: 'E-posta',
      name: 'Ad soyad',
      phone: 'Telefon',
      country: 'Ülke',
      region: 'İl veya bölge',
      postcode: 'Posta kodu',
      notes: 'Satıcıya not',
    },
    invalidEmail: 'Bir e-posta adresi girin, örneğin ad@example.com.',
    invalid: 'Bu değer kullanılamıyor. Değiştirin veya boş bırakın.',
    change: 'E-postayı değiştir',
    continue: 'Devam',
    sent: 'Bilgileriniz kaydediliyor',
    failed: {
      busy: 'Çok fazla deneme yapıldı. Biraz bekleyip yeniden deneyin.',
      changed: 'Bu ödeme değiştiği için bilgileriniz kaydedilmedi.',
      no_price: 'Bilgileriniz kaydedilemedi. Lütfen yeniden deneyin.',
      unreachable: 'Bilgileriniz kaydedilemedi. Lütfen yeniden deneyin.',
    },
  },
  coin: {
    headline: 'Nasıl ödeyeceğinizi seçin',
    body: 'Bir kripto para ve onu tuttuğunuz ağı seçin. Seçiminizle tutar sabitlenir.',
    time: 'yaklaşık {time}',
    lowFee: 'düşük ücret',
    highFee: 'daha yüksek ücret',
    current: 'Seçili',
    suggested: 'Önerilen',
    sent: 'Fiyat sabitleniyor',
    announceSent: 'Fiyat sabitleniyor: {choice}',
    failed: {
      busy: 'Çok fazla deneme yapıldı. Biraz bekleyip yeniden deneyin.',
      changed: 'Bu ödeme değiştiği için kripto para değiştirilmedi.',
      no_price:
        '{choice} için şu anda güvenilir bir fiyat yok. Başka bir kripto para seçin veya birazdan yeniden deneyin.',
      unreachable: '{choice} seçilemedi. Yeniden deneyin veya başka bir kripto para seçin.',
    },
    change: 'Başka bir kripto parayla öde',
    keep: '{choice} ile devam et',
    earlier: '{amount} gönderdiyseniz, saat {time} olmadan ulaşırsa geçerlidir.',
  },
  cancel: 'İptal',
  timeLeft: '{countdown} kaldı',
  timeSoon: 'Bu fiyattan ödemek için {countdown} kaldı',
  retry: 'Yeniden dene',
  problems: {
    missing: {
      headline: 'Ödeme bulunamadı',
      body: 'Bağlantı eksik olabilir veya satıcı bu ödemeyi kaldırmış olabilir. Yeni bir bağlantı isteyin.',
    },
    inactive: {
      headline: 'Bu bağlantı etkin değil',
      body: 'Satıcı şu anda bu bağlantıyla ödeme almıyor. Hiçbir şey tahsil edilmedi.',
    },
    busy: {
      headline: 'Çok fazla deneme',
      body: 'Bu bağlantı çok sık açıldı. Biraz bekleyip yeniden deneyin.',
    },
    no_price: {
      headline: 'Şu anda güvenilir bir fiyat yok',
      body: 'Döviz kuru doğrulanamadı. Hiçbir şey tahsil edilmedi. Birazdan yeniden deneyin.',
    },
    unreachable: {
      headline: 'Ödemeniz yüklenemedi',
      body: 'Bağlantı kurulamadı. Hiçbir şey tahsil edilmedi. Birazdan yeniden deneyin.',
    },
  },
})
