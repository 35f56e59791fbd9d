import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { QuittanceProvider } from '../../quittance-provider.ts'

export default ModuleProvider(Modules.PAYMENT, { services: [QuittanceProvider] })
