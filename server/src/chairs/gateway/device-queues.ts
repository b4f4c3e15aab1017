import { monotonicMs } from "#platform/time/clock.ts";

interface DeviceQueue<T> {
  readonly tasks: T[];
  /** Number of tasks at the front of `tasks` that are being processed. */
  inProgress: number;
  isRunning: boolean;
}

/**
 * Processes each device's tasks in order, and many devices concurrently. Limits the tasks in memory. `work` must not
 * reject: it must handle failures of its tasks.
 */
export function createDeviceQueues<T>(dependencies: {
  /** Maximum number of devices whose tasks are processed at the same time. */
  concurrency: number;
  /** While this many tasks are in memory, `whenCapacity` does not call back for tasks that are not urgent. */
  highWater: number;
  /** Maximum tasks per device, so that one device cannot use the capacity of all. */
  maxPerDevice: number;
  /** Devices with urgent tasks go ahead of the others; a device's own tasks keep their order. */
  isUrgent: (task: T) => boolean;
  /** Returns how many of a device's first tasks form a batch; at least one. */
  batchSize: (tasks: readonly T[]) => number;
  /**
   * `load` returns the batch of the device's first tasks at its first call, and the same tasks at every later call.
   * `work` calls it as late as possible, so that batches are large; if it never does, the first task is skipped.
   */
  work: (deviceId: string, load: () => readonly T[]) => Promise<void>;
}) {
  const { concurrency, highWater, maxPerDevice, isUrgent } = dependencies;
  const waiting = new Map<string, DeviceQueue<T>>();
  /** Devices that have waiting tasks and none in progress, longest waiting first, with the start of their wait. */
  const ready = { urgent: new Map<string, number>(), other: new Map<string, number>() };
  const capacityWaiters = { urgent: [] as (() => void)[], other: [] as (() => void)[] };
  let busyDevices = 0;
  let size = 0;
  let isFull = false;
  let idleWaiters: (() => void)[] = [];

  /** Tasks on which starts depend have the same room again, because they must not wait behind the others. */
  const capacities = { urgent: 2 * highWater, other: highWater };
  const classOf = (urgent: boolean) => (urgent ? "urgent" : "other");

  const notifyWaiters = () => {
    for (const kind of ["urgent", "other"] as const) {
      const free = capacities[kind] - size;
      // Each waiting callback adds one task, so only as many are called as there is capacity.
      if (free > 0) for (const proceed of capacityWaiters[kind].splice(0, free)) proceed();
    }
    if (size < highWater / 2) isFull = false;
    if (size === 0) {
      const resolve = idleWaiters;
      idleWaiters = [];
      for (const next of resolve) next();
    }
  };

  const makeReady = (deviceId: string, { tasks }: DeviceQueue<T>) =>
    ready[classOf(tasks.some(isUrgent))].set(deviceId, monotonicMs());

  const run = async (deviceId: string, queue: DeviceQueue<T>) => {
    const { tasks } = queue;
    queue.isRunning = true;
    await dependencies.work(deviceId, () => {
      queue.inProgress ||= dependencies.batchSize(tasks);
      return tasks.slice(0, queue.inProgress);
    });
    const done = tasks.splice(0, queue.inProgress || 1);
    queue.inProgress = 0;
    queue.isRunning = false;
    size -= done.length;
    busyDevices -= 1;
    // The device moves to the end of the queue, so that a chair with many messages does not delay other chairs.
    if (tasks.length > 0) makeReady(deviceId, queue);
    else waiting.delete(deviceId);
    notifyWaiters();
    dispatch();
  };

  const dispatch = () => {
    while (busyDevices < concurrency) {
      const next = ready.urgent.size > 0 ? ready.urgent : ready.other;
      const [deviceId] = next.keys();
      if (deviceId === undefined) return;
      next.delete(deviceId);
      busyDevices += 1;
      void run(deviceId, waiting.get(deviceId) as DeviceQueue<T>);
    }
  };

  return {
    /** @returns the older task of the device that was dropped because too many tasks were waiting; null if none */
    push(deviceId: string, task: T): T | null {
      const queue = waiting.get(deviceId);
      if (queue === undefined) {
        const added = { tasks: [task], inProgress: 0, isRunning: false };
        size += 1;
        waiting.set(deviceId, added);
        makeReady(deviceId, added);
        dispatch();
        return null;
      }
      queue.tasks.push(task);
      if (!queue.isRunning && isUrgent(task) && ready.other.delete(deviceId))
        ready.urgent.set(deviceId, monotonicMs());
      if (queue.tasks.length <= maxPerDevice) {
        size += 1;
        return null;
      }
      // The tasks that are being processed, or else the first task, stay. The oldest task behind them that is not
      // urgent is dropped.
      const first = queue.inProgress || 1;
      const droppable = queue.tasks.findIndex((one, index) => index >= first && !isUrgent(one));
      return queue.tasks.splice(droppable === -1 ? first : droppable, 1)[0] ?? null;
    },
    /** Returns the number of tasks that wait or are being processed. */
    size: () => size,
    /** Returns for how many milliseconds the first of the devices with urgent tasks has been waiting. */
    urgentAgeMs(): number {
      const [sinceMs] = ready.urgent.values();
      return sinceMs === undefined ? 0 : monotonicMs() - sinceMs;
    },
    /** Returns whether tasks wait for capacity, until half of the capacity is free. */
    isFull: () => isFull,
    /** Calls back as soon as there is capacity; synchronously if there already is. */
    whenCapacity(urgent: boolean, proceed: () => void): void {
      const kind = classOf(urgent);
      if (size < capacities[kind]) return proceed();
      isFull = true;
      capacityWaiters[kind].push(proceed);
    },
    /** Resolves when no task is waiting or being processed. */
    idle: () => (size === 0 ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve))),
  };
}
