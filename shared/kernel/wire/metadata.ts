import * as z from 'zod'

/** The most metadata keys, whoever adds them. */
export const maxPairs = 50

const finiteNumber = z.lazy(() => z.number({ error: 'must be a string or a finite number' }))

const metadataKey = z.lazy(() =>
  z
    .string()
    .min(1, { error: 'must have keys of 1 to 40 characters' })
    .max(40, { error: 'must have keys of 1 to 40 characters' }),
)

/** Key-value data of the caller: at most 50 pairs. */
export const metadata = z.lazy(() =>
  z
    .record(
      metadataKey,
      z.union([z.string().max(500), finiteNumber], {
        error: 'must be a string or a finite number',
      }),
    )
    .refine((pairs) => Object.keys(pairs).length <= maxPairs, {
      error: `must have at most ${maxPairs} pairs`,
    })
    .meta({ id: 'MetadataInput', maxProperties: maxPairs }),
)

const onePair = 'must have exactly one pair, such as metadata[order]=1001'

/** A pair that is looked for, as query parameters have it: `metadata[order]=1001`. */
export const metadataPair = z.lazy(() =>
  z
    .record(metadataKey, z.string().max(500), {
      error: ({ code }) => (code === 'invalid_type' ? onePair : undefined),
    })
    .refine((pairs) => Object.keys(pairs).length === 1, {
      error: onePair,
    })
    .meta({ id: 'MetadataPair', minProperties: 1, maxProperties: 1 }),
)

/** Metadata as resources return it. */
export const storedMetadata = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.number()])).meta({ id: 'Metadata' }),
)
