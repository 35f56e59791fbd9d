import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'

// Compiling takes half of a command's time. Only what is imported afterwards is cached.
enableCompileCache(join(repositoryRoot, 'dist/compile-cache'))
await import('./terminal.ts')
