import { createServer } from 'node:net'

/** The port itself if nothing listens on it (0: any free one); else throws one sentence for the operator. */
export async function freePort(port: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`Port ${port} on 127.0.0.1 is in use or not allowed.`, { cause })),
    )
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(chosen))
    })
  })
}

/** Whether a server could listen on the port. */
export async function isFree(port: number): Promise<boolean> {
  return freePort(port).then(
    () => true,
    () => false,
  )
}
