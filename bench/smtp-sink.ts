import net from 'node:net'

/**
 * A mail server that takes everything and keeps nothing, as fast as a process can: what is measured in front of it is who
 * sends. Says its port.
 */
const END_OF_DATA = '\r\n.\r\n'

const ANSWERS: Record<string, string> = {
  EHLO: '250-sink\r\n250-DSN\r\n250 8BITMIME\r\n',
  DATA: '354 Go on\r\n',
  QUIT: '221 Goodbye\r\n',
}

const server = net.createServer((socket) => {
  let waiting = ''
  let isData = false
  socket.setEncoding('latin1').setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    waiting += part
    for (;;) {
      const end = isData ? END_OF_DATA : '\r\n'
      const at = waiting.indexOf(end)
      if (at < 0) return
      const line = waiting.slice(0, at)
      waiting = waiting.slice(at + end.length)
      const command = isData ? '' : line.slice(0, 4).toUpperCase()
      isData = command === 'DATA'
      socket.write(ANSWERS[command] ?? '250 2.0.0 Taken\r\n')
    }
  })
  socket.write('220 sink ESMTP\r\n')
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`takes emails on ${typeof address === 'object' && address ? address.port : 0}`)
})
