declare module "libheif-js/wasm-bundle.js" {
  interface Pixels {
    readonly width: number;
    readonly height: number;
    /** Four bytes per pixel: red, green, blue, and alpha. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `target.data`; passes null if the picture cannot be decoded. */
    display(target: Pixels, done: (decoded: Pixels | null) => void): void;
    free(): void;
  }
  const libheif: {
    readonly ready: Promise<unknown>;
    readonly HeifDecoder: new () => {
      /** Returns the pictures of a file, in the order of the file; none if it is no HEIC. */
      decode(bytes: Uint8Array): HeifImage[];
      readonly decoder: { delete(): void };
    };
  };
  export default libheif;
}
