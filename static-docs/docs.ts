import { groupSamples, offerCopies } from './samples.ts'
import { offerSearch } from './search.ts'

offerSearch(document)
groupSamples(document)
offerCopies(document)
