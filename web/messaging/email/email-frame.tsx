import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '../../ui/icons.ts'
import classes from './email.module.css'

type Choice = { screen: 'desktop' | 'phone'; scheme: 'light' | 'dark' }

/**
 * An email as its readers see it, drawn by the server: in a frame where nothing of it runs, opens a window or sends a form,
 * and which loads pictures only. `address`: of the page, to which the colours are added.
 */
export function EmailFrame({ address, title }: { address: string; title: string }) {
  const t = useTexts()
  const [{ screen, scheme }, choose] = useState<Choice>({ screen: 'desktop', scheme: 'light' })
  const choices = [
    { part: { screen: 'desktop' }, icon: IconDeviceDesktop, word: 'messaging.emailFrame.desktop' },
    { part: { screen: 'phone' }, icon: IconDeviceMobile, word: 'messaging.emailFrame.phone' },
    { part: { scheme: 'light' }, icon: IconSun, word: 'messaging.emailFrame.light' },
    { part: { scheme: 'dark' }, icon: IconMoon, word: 'messaging.emailFrame.dark' },
  ] as const
  return (
    <div>
      <div className={classes['looks']} role="group" aria-label={t('messaging.emailFrame.shownAs')}>
        {choices.map(({ part, icon, word }) => (
          <Button
            key={word}
            size="sm"
            icon={icon}
            aria-pressed={Object.values(part).every((value) => value === screen || value === scheme)}
            onClick={() => choose((before) => ({ ...before, ...part }))}
          >
            {t(word)}
          </Button>
        ))}
      </div>
      <iframe
        key={scheme}
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        src={`${address}${address.includes('?') ? '&' : '?'}scheme=${scheme}`}
        className={[classes['frame'], screen === 'phone' && classes['phone']].filter(Boolean).join(' ')}
      />
    </div>
  )
}
