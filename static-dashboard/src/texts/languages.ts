const names: Readonly<Record<string, string>> = import.meta.glob('./languages/*.json', {
  query: '?part=name',
  import: 'default',
  eager: true,
})

/** The names of the dashboard's languages, by code: English, and each file of `languages`. */
export const languages: Readonly<Record<string, string>> = {
  en: 'English',
  ...Object.fromEntries(
    Object.entries(names).map(([path, name]) => [path.slice('./languages/'.length, -5), name]),
  ),
}
