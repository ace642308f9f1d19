import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { hasRoom } from '#server/test-kit/has-room.ts'
import { until } from '#server/test-kit/until.ts'

// It opens our own pages only, and its sandbox does not work under root and in most containers. Drawing in one process
// keeps the packaged build from looking for fonts where it cannot; a stand-in for a graphics card takes half of all time.
// Tabs of one context share a process, which a tab that stays open keeps between visits.
const ARGUMENTS = [
  '--no-sandbox',
  '--in-process-gpu',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--process-per-site',
]

/** Processes share memory through files there, which costs a third less than through files on a disk; in containers it is often small. */
const IN_MEMORY = '/dev/shm'
const ON_DISK = '--disable-dev-shm-usage'

const ROOT = path.resolve(import.meta.dirname, '../..')
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const LAUNCHES = 3
const LAUNCH_SECONDS = 120

const launched = new Set<Browser>()

/** The browsers that run in this process. */
export const openBrowsers = (): Browser[] => [...launched]

/**
 * A real browser on any machine: that of CHROMIUM_PATH, else the one in our packages, else an installed one. On a busy
 * machine the packaged one now and then crashes while it starts; it is then started once more.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = await findBrowser()
  let launches = 0
  return until(async () => {
    try {
      launches += 1
      const ignoreDefaultArgs = hasRoom(IN_MEMORY) ? [ON_DISK] : []
      const browser = await chromium.launch({ ...found, args: ARGUMENTS, ignoreDefaultArgs, ...options })
      launched.add(browser)
      browser.once('disconnected', () => launched.delete(browser))
      return browser
    } catch (error) {
      if (launches === LAUNCHES) throw error
      return null
    }
  }, LAUNCH_SECONDS)
}

async function findBrowser(): Promise<LaunchOptions> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { executablePath: chosen }
  if (`${process.platform}-${process.arch}` === 'linux-x64') return packagedBrowser()
  const installed = INSTALLED.find((file) => existsSync(file))
  if (installed) return { executablePath: installed }
  throw new Error('There is no browser for the tests: install Chromium, or set CHROMIUM_PATH.')
}

const FONTS = 'narthex-fonts.conf'

/** The package's own list of fonts names folders of the place it is made for; without a font the browser ends itself. */
const fontsIn = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`

/** Unpacked once per version, with the libraries and the fonts that a bare machine lacks. */
async function packagedBrowser(): Promise<LaunchOptions> {
  const manifest = readFileSync(path.join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')
  const folder = path.join(ROOT, '.cache', `chromium-${(JSON.parse(manifest) as { version: string }).version}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      HOME: folder,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, FONTS),
    },
  }
}

/** The package unpacks into the folder for temporary files, and its libraries only where it believes to be on Lambda. */
async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  const env = { TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, env })
  await chmod(path.join(unfinished, 'chromium'), 0o755)
  await writeFile(path.join(unfinished, FONTS), fontsIn(folder))
  // Two may unpack at the same time; the first counts.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}
