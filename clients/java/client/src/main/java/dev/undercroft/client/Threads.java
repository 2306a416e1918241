package dev.undercroft.client;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/** Threads that keep no program from its end. */
final class Threads {
    private Threads() {}

    /** One thread on which things happen in turn; what comes after its shutdown is passed over. */
    static ScheduledExecutorService one(String name) {
        ScheduledThreadPoolExecutor thread =
                new ScheduledThreadPoolExecutor(1, named(name), new ThreadPoolExecutor.DiscardPolicy());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    static ThreadFactory named(String name) {
        return work -> {
            Thread daemon = new Thread(work, "undercroft-" + name);
            daemon.setDaemon(true);
            return daemon;
        };
    }
}
