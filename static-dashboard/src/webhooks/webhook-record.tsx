import type { VNode } from 'preact'
import { BackLink } from '../parts/back-link.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import { EndpointPage } from './endpoint-page.tsx'
import './webhooks.css'

/** An endpoint, or one of its deliveries: their ids say which. */
export function WebhookRecord({ id }: { id: string }): VNode {
  return (
    <>
      <BackLink page="webhooks" />
      {id.startsWith('del_') ? <DeliveryPage id={id} /> : <EndpointPage id={id} />}
    </>
  )
}
