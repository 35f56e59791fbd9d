import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { providerOptions } from '../../../../../../provider-options.ts'
import { unseal } from '../../../../../../sealed-text.ts'
import { isSessionData } from '../../../../../../session-data.ts'

/** The promised refunds of a payment, with the links that only their customer may have. For people of the shop. */
export async function GET({ params, scope }: MedusaRequest, response: MedusaResponse) {
  const { apiKey } = providerOptions(scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE))
  const payment = await scope.resolve(Modules.PAYMENT).retrievePayment(String(params['id']))
  const refunds = isSessionData(payment.data) ? (payment.data.refunds ?? []) : []
  response.json({
    refunds: refunds.map(({ sealedClaimUrl, ...refund }) => ({
      ...refund,
      claimUrl: unseal(sealedClaimUrl, apiKey),
    })),
  })
}
