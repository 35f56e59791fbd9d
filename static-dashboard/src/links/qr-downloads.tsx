import type { VNode } from 'preact'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { useModule } from '../../../static-ui/use-module.ts'
import { Button } from '../parts/button.tsx'
import { tools } from '../texts/tools/tools.ts'
import { drawPng, saveFile, svgOf } from './qr-files.ts'

/** The QR code of an address, to print or to show. */
export function QrDownloads({ url, name }: { url: string; name: string }): VNode {
  const encoder = useModule(() => import('../../../static-ui/qr.ts'))
  const svg = () => {
    if (encoder) saveFile(svgOf(encoder.qrPath(url)), `${name}.svg`)
  }
  const png = async () => {
    const image = encoder && (await drawPng(encoder.qrPath(url)))
    if (image) saveFile(image, `${name}.png`)
  }
  return (
    <div class="totp qr-files">
      <QrCode content={url} label={tools.links.qrLabel} />
      <div>
        <p class="quiet">{tools.links.qrText}</p>
        <div class="actions">
          <Button kind="soft" icon="download" onClick={svg}>
            {tools.links.svg}
          </Button>
          <Button kind="soft" icon="download" onClick={() => void png()}>
            {tools.links.png}
          </Button>
        </div>
      </div>
    </div>
  )
}
