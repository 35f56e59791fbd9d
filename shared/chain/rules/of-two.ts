export type Stated = { operator: string; figure: bigint }

/** The lower of two operators' figures; of more, the second lowest, so that no operator alone decides it. */
export function lowerOfTwo(stated: readonly Stated[]): bigint {
  return ofTwo(stated, (a, b) => a < b)
}

/** The higher of two operators' figures; of more, the second highest, so that no operator alone decides it. */
export function higherOfTwo(stated: readonly Stated[]): bigint {
  return ofTwo(stated, (a, b) => a > b)
}

function ofTwo(stated: readonly Stated[], isBefore: (a: bigint, b: bigint) => boolean): bigint {
  const inOrder = stated.toSorted(
    (a, b) => Number(isBefore(b.figure, a.figure)) - Number(isBefore(a.figure, b.figure)),
  )
  const operators = new Map<string, bigint>()
  for (const { operator, figure } of inOrder) {
    if (!operators.has(operator)) operators.set(operator, figure)
  }
  const figures = [...operators.values()]
  return figures[figures.length > 2 ? 1 : 0] ?? 0n
}
