/** The version that these pages were built of, such as `0.2.0 1a2b3c4`. */
declare const __RELEASE__: string
