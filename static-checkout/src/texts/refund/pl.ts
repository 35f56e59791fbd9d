import { refundTranslation } from '../texts.ts'

export const pl = refundTranslation({
  title: 'Zwrot',
  headline: 'Otrzymasz z powrotem {amount}',
  body: 'Dokąd wysłać środki? Wpisz adres swojego portfela w sieci {chain}.',
  address: 'Twój adres w sieci {chain}',
  hint: 'Skopiuj go z portfela, zamiast wpisywać ręcznie.',
  exchange:
    'Twój portfel jest na giełdzie? Wpisz adres wpłaty, który pokazuje ona dla {asset} w sieci {chain}. Adres, z którego płacisz, może nie należeć do Ciebie.',
  check: 'Sprawdź adres',
  checking: 'Sprawdzanie adresu',
  problems: {
    format: 'To nie jest adres. Składa się on z 0x i 40 znaków od 0 do 9 i od a do f.',
    checksum: 'Co najmniej jeden znak jest błędny. Skopiuj adres z portfela jeszcze raz.',
    reserved: 'Nikt nie może używać tego adresu. Skopiuj adres z portfela jeszcze raz.',
    contract:
      'To kontrakt monety, który zatrzymuje to, co się na niego wyśle. Wpisz adres swojego portfela.',
    ours: 'Ten adres należy do systemu płatności sprzedawcy. Wpisz adres własnego portfela.',
  },
  failed: 'Nie udało się sprawdzić adresu. Spróbuj ponownie za chwilę.',
  look: {
    headline: 'Czy to Twój adres?',
    body: '{amount} zostanie wysłane na ten adres w sieci {chain}. Później nie można go zmienić.',
    warning:
      'Ten adres jest kontraktem w innej sieci, ale nie w sieci {chain}. Kontynuuj tylko wtedy, gdy możesz go używać w sieci {chain}, inaczej pieniądze mogą przepaść.',
    confirm: 'Tak, wyślij tutaj',
    change: 'Zmień adres',
  },
  ready: {
    headline: 'Adres zapisany',
    body: 'Sprzedawca wyśle na niego {amount}. Ta strona pokaże, kiedy to nastąpi.',
  },
  sent: {
    headline: 'Zwrot wysłany',
    body: 'Wysłano {amount}. Trwa potwierdzanie.',
  },
  confirmed: {
    headline: 'Zwrot zakończony',
    body: 'Wysłano {amount} na Twój adres.',
  },
  reported: {
    headline: 'Zwrot wysłany',
    body: 'Sprzedawca podaje, że {amount} wysłano w inny sposób.',
  },
  canceled: {
    headline: 'Zwrot anulowany',
    body: 'W razie pytań skontaktuj się ze sprzedawcą.',
  },
  missing: {
    headline: 'Nie znaleziono zwrotu',
    body: 'Link może być niepełny. Poproś sprzedawcę o nowy.',
  },
  ended: {
    headline: 'Ten link wygasł',
    body: 'Poproś sprzedawcę o nowy.',
  },
  unreachable: {
    headline: 'Nie udało się wczytać zwrotu',
    body: 'Połączenie nie powiodło się. Spróbuj ponownie za chwilę.',
  },
  transaction: 'Pokaż transakcję',
  until: 'Ten link wygasa {date}.',
})
