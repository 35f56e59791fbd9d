/** The package comes without types. */
declare module 'asl-validator' {
  function aslValidator(definition: unknown): { isValid: boolean; errors: unknown[] }
  export = aslValidator
}
