import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { adverts as advertList } from "@reposo/contract/outlets/adverts.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Section } from "#ui/screen/screen.tsx";
import styles from "./advert-list.module.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { advertsQuery } from "./chair-queries.ts";

type Adverts = ReplyOf<typeof advertList>;

export function AdvertList({ adverts }: { adverts: Adverts }) {
  const text = useText("customer");
  if (adverts.length === 0) return null;
  return (
    <Section title={text.adverts}>
      <ul className="stack-3">
        {adverts.map(({ advertId, imageUrl, linkUrl, text: advertText }) => {
          const content = (
            <>
              {imageUrl !== null && <img className={styles.picture} src={imageUrl} alt="" loading="lazy" />}
              <span className={styles.text} dir="auto">
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

/** Returns a chair's adverts; those in an earlier language, or none, until they have loaded. */
export function useAdverts(deviceId: string): Adverts {
  const language = useLanguage();
  const { data } = useQuery({ ...advertsQuery(deviceId, language), placeholderData: keepPreviousData });
  return data ?? [];
}
