import { vi } from "vitest";

/** What the object store does with an upload: an HTTP status, a broken connection, or no response yet. */
export type StoreReply = number | "cut" | "none";

/**
 * Stands in for the object store, which receives files by `XMLHttpRequest`, and for the object URLs of files. `reply`
 * returns the response to the next upload; `refusal` is the body of a response that is neither 200 nor 203.
 */
export function createObjectStore() {
  const store = {
    posts: 0,
    forms: [] as FormData[],
    reply: (): StoreReply => 200,
    refusal: "{}",
    /** Object URLs that the page has not revoked. */
    urls: new Set<string>(),
  };
  class StoreRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = "";
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {
      this.dispatchEvent(new Event("abort"));
    }
    send(form: FormData): void {
      store.posts += 1;
      store.forms.push(form);
      const reply = store.reply();
      if (reply === "none") return;
      queueMicrotask(() => {
        if (reply !== "cut") this.status = reply;
        this.responseText = store.refusal;
        this.dispatchEvent(new Event(reply === "cut" ? "error" : "load"));
      });
    }
  }
  /** The DOM decodes no pictures, so they are uploaded as they are. */
  class UndecodableImage extends EventTarget {
    set src(_url: string) {
      queueMicrotask(() => this.dispatchEvent(new Event("error")));
    }
  }
  /** Replaces the browser's request; to be called before the app starts. */
  function install(): void {
    Object.assign(globalThis, { XMLHttpRequest: StoreRequest, Image: UndecodableImage });
    vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
      const url = `blob:${store.urls.size + store.posts}-${Math.random()}`;
      store.urls.add(url);
      return url;
    });
    vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void store.urls.delete(url));
  }
  return { store, install };
}
