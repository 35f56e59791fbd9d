import { expect, it } from 'vitest'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { credentialFields } from './credential-fields.ts'
import { hostedProviders } from './hosted-providers.ts'

const fieldsOf = (name: (typeof providerNames)[number]) =>
  credentialFields(hostedProviders[name].credentials)

it.each(providerNames)('%s has fields, and masks all that is secret', (name) => {
  const fields = fieldsOf(name)
  expect(fields.length).toBeGreaterThan(1)
  for (const field of fields.filter(({ kind }) => kind === 'text')) {
    expect(field.name).not.toMatch(/key$|secret|token|id$/i)
  }
})

it('says which are required, and which have several lines', () => {
  expect(fieldsOf('ramp')).toEqual([
    { name: 'hostApiKey', kind: 'secret', isRequired: true },
    { name: 'settlementWallet', kind: 'text', isRequired: true },
    { name: 'asset', kind: 'text', isRequired: true },
    { name: 'webhookPublicKey', kind: 'pem', isRequired: false },
    { name: 'urlPrivateKey', kind: 'pem', isRequired: false },
  ])
})

it('requires only what both kinds of account have', () => {
  expect(fieldsOf('coinbase-commerce')).toEqual([
    { name: 'keyId', kind: 'secret', isRequired: false },
    { name: 'keySecret', kind: 'pem', isRequired: false },
    { name: 'webhookSecret', kind: 'secret', isRequired: true },
    { name: 'apiKey', kind: 'secret', isRequired: false },
  ])
})
