import { parseAst } from 'vite'
import * as z from 'zod'

/**
 * Syntax of a script that CloudFront's JavaScript runtime 2.0 doesn't have. Its grammar is ES 5.1 with the additions
 * that AWS lists: const, let, arrow functions, rest parameters, template literals and `**`. Returns each with its text.
 */
export function notAtTheEdge(code: string): string[] {
  return walk(parseAst(code), code)
}

const node = z.looseObject({ type: z.string(), start: z.int(), end: z.int() })
type Node = z.output<typeof node>

function walk(value: unknown, code: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => walk(each, code))
  const parsed = node.safeParse(value)
  if (!parsed.success) return []
  const { type, start, end } = parsed.data
  const refused = isAllowed(parsed.data) ? [] : [`${type}: ${code.slice(start, end).slice(0, 60)}`]
  return [...refused, ...Object.values(parsed.data).flatMap((child) => walk(child, code))]
}

function isAllowed(found: Node): boolean {
  const rule = grammar[found.type]
  return typeof rule === 'function' ? rule(found) : rule === true
}

const plainFunction = (found: Node) => found['generator'] !== true && found['async'] !== true
const flags = (...names: string[]) => {
  return (found: Node) => names.every((name) => found[name] !== true)
}

/** Node types of ESTree; destructuring, spread, classes, modules, for-of and the rest are missing on purpose. */
const grammar: Readonly<Record<string, true | ((found: Node) => boolean)>> = {
  Program: true,
  ArrayExpression: true,
  ArrowFunctionExpression: plainFunction,
  AssignmentExpression: ({ operator }) => !/^(&&|\|\||\?\?)=$/.test(String(operator)),
  BinaryExpression: true,
  BlockStatement: true,
  BreakStatement: true,
  CallExpression: flags('optional'),
  CatchClause: ({ param }) => param !== null,
  ConditionalExpression: true,
  ContinueStatement: true,
  DoWhileStatement: true,
  EmptyStatement: true,
  ExpressionStatement: true,
  ForInStatement: true,
  ForStatement: true,
  FunctionDeclaration: plainFunction,
  FunctionExpression: plainFunction,
  Identifier: true,
  IfStatement: true,
  LabeledStatement: true,
  Literal: (found) => !('bigint' in found),
  LogicalExpression: ({ operator }) => operator !== '??',
  MemberExpression: flags('optional'),
  NewExpression: true,
  ObjectExpression: true,
  Property: flags('shorthand', 'computed', 'method'),
  RestElement: true,
  ReturnStatement: true,
  SequenceExpression: true,
  SwitchCase: true,
  SwitchStatement: true,
  TemplateElement: true,
  TemplateLiteral: true,
  ThisExpression: true,
  ThrowStatement: true,
  TryStatement: true,
  UnaryExpression: true,
  UpdateExpression: true,
  VariableDeclaration: ({ kind }) => ['var', 'let', 'const'].includes(String(kind)),
  VariableDeclarator: true,
  WhileStatement: true,
}
