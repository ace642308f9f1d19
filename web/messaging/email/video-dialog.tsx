import { languages, preferredLanguage, useTexts, type Language } from '../../languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './email.module.css'

/** Of ours, as every file of the page: no other host learns who looks at it. */
const VIDEO = '/videos/email.webm'
const captionsIn = (tag: Language) =>
  ({ src: `/videos/email.${tag}.vtt`, srcLang: tag, label: languages[tag] }) as const

/** The video about emails, with what happens in it as text. */
export function VideoDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const language = preferredLanguage()
  return (
    <Dialog open onClose={onClose} title={t('messaging.emailList.watchVideo')}>
      <video className={classes['video']} src={VIDEO} controls playsInline preload="metadata">
        <track kind="captions" {...captionsIn('en')} default={language === 'en'} />
        <track kind="captions" {...captionsIn('fr')} default={language === 'fr'} />
      </video>
      <p className="small muted">{t('messaging.emailList.videoText')}</p>
    </Dialog>
  )
}
