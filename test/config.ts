/** Debian's package `chromium` puts it there; elsewhere name the binary. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
