import { chooseAsset } from '../../shared/merchant/checkout/choose-asset.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(chooseAsset)
