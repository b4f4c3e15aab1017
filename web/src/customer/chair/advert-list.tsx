import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { Section } from "#ui/screen/screen.tsx";
import styles from "./advert-list.module.css";

/** Adverts of the outlet and the network. */
export function AdvertList({ adverts }: { adverts: ChairPageData["adverts"] }) {
  const text = useText("customer");
  if (adverts.length === 0) return null;
  return (
    <Section title={text.adverts}>
      <ul className={styles.list}>
        {adverts.map(({ advertId, imageUrl, linkUrl, text: advertText }) => {
          const content = (
            <>
              {imageUrl !== null && <img className={styles.picture} src={imageUrl} alt="" loading="lazy" />}
              <span className={styles.words} dir="auto">
                {advertText}
              </span>
            </>
          );
          return (
            <li key={advertId} className={styles.advert}>
              {linkUrl?.startsWith("https://") ? (
                <a className={styles.link} href={linkUrl} target="_blank" rel="noopener noreferrer nofollow">
                  {content}
                </a>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
