import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { QrCode } from '../../../static-ui/qr-code.tsx'
import { Button } from '../parts/button.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Notice } from '../parts/status.tsx'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { drawPng, svgOf } from './qr-files.ts'

export function QrDownloads({ url, name }: { url: string; name: string }): VNode {
  const [isFailed, setFailed] = useState(false)
  const download = async (format: 'svg' | 'png') => {
    const file = await drawFile(url, format)
    setFailed(!file)
    if (file) saveFile(file, `${name}.${format}`)
  }
  return (
    <div class="totp qr-files">
      <QrCode content={url} label={tools.links.qrLabel} />
      <div>
        <p class="quiet">{tools.links.qrText}</p>
        <div class="actions">
          <Button kind="soft" icon="download" onClick={() => void download('svg')}>
            {tools.links.svg}
          </Button>
          <Button kind="soft" icon="download" onClick={() => void download('png')}>
            {tools.links.png}
          </Button>
        </div>
        {isFailed && <Notice tone="bad" title={text.notLoaded} />}
      </div>
    </div>
  )
}

/** The encoder may still be loading; null if it can't be loaded, or the browser draws no images. */
async function drawFile(url: string, format: 'svg' | 'png'): Promise<Blob | null> {
  const encoder = await import('../../../static-ui/qr.ts').catch(() => null)
  const code = encoder?.qrPath(url)
  if (!code) return null
  return format === 'svg' ? svgOf(code) : drawPng(code)
}
