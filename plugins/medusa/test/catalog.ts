import type { Made, Store } from './medusa-store.ts'

export type Catalog = {
  publishableKey: string
  regionId: string
  variantId: string
  shippingOptionId: string
  /** How many there are of the product. */
  setStock: (quantity: number) => Promise<unknown>
}

type Admin = Pick<Store, 'admin'>
type Ids = { id: string }[]

/** What the shop sells, and where: one region, one product in stock, one way of shipping. */
export async function createCatalog({ admin }: Admin): Promise<Catalog> {
  const { stores } = await admin<{ stores: Ids }>('GET', '/admin/stores')
  await admin('POST', `/admin/stores/${firstOf(stores)}`, {
    supported_currencies: [{ currency_code: 'eur', is_default: true }],
  })
  const { region } = await admin<Made<'region'>>('POST', '/admin/regions', {
    ...{ name: 'Europe', currency_code: 'eur', countries: ['de'] },
    payment_providers: ['pp_quittance'],
  })
  type Channels = { sales_channels: Ids }
  const { sales_channels: channels } = await admin<Channels>('GET', '/admin/sales-channels')
  const channelId = firstOf(channels)
  const { shipping_profile: profile } = await admin<Made<'shipping_profile'>>(
    ...(['POST', '/admin/shipping-profiles', { name: 'Default', type: 'default' }] as const),
  )
  const locationId = await createLocation({ admin }, channelId)
  const { variantId, inventoryPath } = await createProduct(
    { admin },
    { channelId, locationId, profileId: profile.id },
  )
  const { api_key: key } = await admin<Made<'api_key', { token: string }>>(
    ...(['POST', '/admin/api-keys', { title: 'Storefront', type: 'publishable' }] as const),
  )
  await admin('POST', `/admin/api-keys/${key.id}/sales-channels`, { add: [channelId] })
  return {
    publishableKey: key.token,
    regionId: region.id,
    variantId,
    setStock: (quantity) =>
      admin('POST', `${inventoryPath}/location-levels/${locationId}`, {
        stocked_quantity: quantity,
      }),
    shippingOptionId: await createShipping({ admin }, { locationId, profileId: profile.id }),
  }
}

async function createLocation({ admin }: Admin, channelId: string): Promise<string> {
  const { stock_location: location } = await admin<Made<'stock_location'>>(
    'POST',
    '/admin/stock-locations',
    { name: 'Warehouse', address: { address_1: 'Street 1', country_code: 'de' } },
  )
  const path = `/admin/stock-locations/${location.id}`
  await admin('POST', `${path}/sales-channels`, { add: [channelId] })
  await admin('POST', `${path}/fulfillment-providers`, { add: ['manual_manual'] })
  return location.id
}

async function createShipping(
  { admin }: Admin,
  { locationId, profileId }: { locationId: string; profileId: string },
): Promise<string> {
  const { stock_location: location } = await admin<
    Made<'stock_location', { fulfillment_sets: Ids }>
  >('POST', `/admin/stock-locations/${locationId}/fulfillment-sets?fields=*fulfillment_sets`, {
    name: 'Parcels',
    type: 'shipping',
  })
  const zones = `/admin/fulfillment-sets/${firstOf(location.fulfillment_sets)}/service-zones`
  const { fulfillment_set: set } = await admin<Made<'fulfillment_set', { service_zones: Ids }>>(
    'POST',
    zones,
    { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] },
  )
  const { shipping_option: option } = await admin<Made<'shipping_option'>>(
    'POST',
    '/admin/shipping-options',
    {
      ...{ name: 'Post', price_type: 'flat', provider_id: 'manual_manual' },
      ...{ service_zone_id: firstOf(set.service_zones), shipping_profile_id: profileId },
      type: { label: 'Post', description: 'Two days', code: 'post' },
      prices: [{ currency_code: 'eur', amount: 4.9 }],
      rules: [],
    },
  )
  return option.id
}

async function createProduct(
  { admin }: Admin,
  { channelId, locationId, profileId }: Record<'channelId' | 'locationId' | 'profileId', string>,
): Promise<{ variantId: string; inventoryPath: string }> {
  const { product } = await admin<Made<'product', { variants: Ids }>>('POST', '/admin/products', {
    ...{ title: 'Letter paper', status: 'published', shipping_profile_id: profileId },
    options: [{ title: 'Size', values: ['A5'] }],
    sales_channels: [{ id: channelId }],
    variants: [
      {
        ...{ title: 'A5', sku: 'A5', manage_inventory: true, options: { Size: 'A5' } },
        prices: [{ currency_code: 'eur', amount: 20.09 }],
      },
    ],
  })
  type Items = { inventory_items: Ids }
  const { inventory_items: items } = await admin<Items>('GET', '/admin/inventory-items?sku=A5')
  const inventoryPath = `/admin/inventory-items/${firstOf(items)}`
  await admin('POST', `${inventoryPath}/location-levels`, {
    location_id: locationId,
    stocked_quantity: 100,
  })
  return { variantId: firstOf(product.variants), inventoryPath }
}

function firstOf([first]: Ids): string {
  if (!first) throw new Error('Medusa made nothing.')
  return first.id
}
