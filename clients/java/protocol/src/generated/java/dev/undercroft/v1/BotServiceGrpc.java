package dev.undercroft.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Bots: those of this server, and those that dial in.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class BotServiceGrpc {

  private BotServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "undercroft.v1.BotService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.ListBotsRequest,
      dev.undercroft.v1.ListBotsResponse> getListBotsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListBots",
      requestType = dev.undercroft.v1.ListBotsRequest.class,
      responseType = dev.undercroft.v1.ListBotsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.ListBotsRequest,
      dev.undercroft.v1.ListBotsResponse> getListBotsMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.ListBotsRequest, dev.undercroft.v1.ListBotsResponse> getListBotsMethod;
    if ((getListBotsMethod = BotServiceGrpc.getListBotsMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getListBotsMethod = BotServiceGrpc.getListBotsMethod) == null) {
          BotServiceGrpc.getListBotsMethod = getListBotsMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.ListBotsRequest, dev.undercroft.v1.ListBotsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListBots"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ListBotsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ListBotsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("ListBots"))
              .build();
        }
      }
    }
    return getListBotsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.ServeRequest,
      dev.undercroft.v1.ServeResponse> getServeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Serve",
      requestType = dev.undercroft.v1.ServeRequest.class,
      responseType = dev.undercroft.v1.ServeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.ServeRequest,
      dev.undercroft.v1.ServeResponse> getServeMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.ServeRequest, dev.undercroft.v1.ServeResponse> getServeMethod;
    if ((getServeMethod = BotServiceGrpc.getServeMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getServeMethod = BotServiceGrpc.getServeMethod) == null) {
          BotServiceGrpc.getServeMethod = getServeMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.ServeRequest, dev.undercroft.v1.ServeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Serve"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ServeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ServeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("Serve"))
              .build();
        }
      }
    }
    return getServeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.ChallengeRequest,
      dev.undercroft.v1.ChallengeResponse> getChallengeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Challenge",
      requestType = dev.undercroft.v1.ChallengeRequest.class,
      responseType = dev.undercroft.v1.ChallengeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.ChallengeRequest,
      dev.undercroft.v1.ChallengeResponse> getChallengeMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.ChallengeRequest, dev.undercroft.v1.ChallengeResponse> getChallengeMethod;
    if ((getChallengeMethod = BotServiceGrpc.getChallengeMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getChallengeMethod = BotServiceGrpc.getChallengeMethod) == null) {
          BotServiceGrpc.getChallengeMethod = getChallengeMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.ChallengeRequest, dev.undercroft.v1.ChallengeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Challenge"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ChallengeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ChallengeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("Challenge"))
              .build();
        }
      }
    }
    return getChallengeMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static BotServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceStub>() {
        @java.lang.Override
        public BotServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceStub(channel, callOptions);
        }
      };
    return BotServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static BotServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingV2Stub>() {
        @java.lang.Override
        public BotServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return BotServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static BotServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingStub>() {
        @java.lang.Override
        public BotServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceBlockingStub(channel, callOptions);
        }
      };
    return BotServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static BotServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceFutureStub>() {
        @java.lang.Override
        public BotServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceFutureStub(channel, callOptions);
        }
      };
    return BotServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * The hosted bots and those that have dialled in; with a game, only those that play it.
     * </pre>
     */
    default void listBots(dev.undercroft.v1.ListBotsRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ListBotsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListBotsMethod(), responseObserver);
    }

    /**
     * <pre>
     * A bot of one's own offers itself and answers turns. It is asked again after a lost connection, and after a restart of
     * the server, for what is still due. A hello that can't be taken ends the call with a status; later refusals are frames.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<dev.undercroft.v1.ServeRequest> serve(
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ServeResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getServeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Seat a bot that has dialled in on an open seat of a match; who has the seat's join code may. The same again gives the
     * same answer.
     * </pre>
     */
    default void challenge(dev.undercroft.v1.ChallengeRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ChallengeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getChallengeMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service BotService.
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public static abstract class BotServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return BotServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service BotService.
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public static final class BotServiceStub
      extends io.grpc.stub.AbstractAsyncStub<BotServiceStub> {
    private BotServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * The hosted bots and those that have dialled in; with a game, only those that play it.
     * </pre>
     */
    public void listBots(dev.undercroft.v1.ListBotsRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ListBotsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListBotsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * A bot of one's own offers itself and answers turns. It is asked again after a lost connection, and after a restart of
     * the server, for what is still due. A hello that can't be taken ends the call with a status; later refusals are frames.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<dev.undercroft.v1.ServeRequest> serve(
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ServeResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getServeMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Seat a bot that has dialled in on an open seat of a match; who has the seat's join code may. The same again gives the
     * same answer.
     * </pre>
     */
    public void challenge(dev.undercroft.v1.ChallengeRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ChallengeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getChallengeMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service BotService.
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public static final class BotServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<BotServiceBlockingV2Stub> {
    private BotServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * The hosted bots and those that have dialled in; with a game, only those that play it.
     * </pre>
     */
    public dev.undercroft.v1.ListBotsResponse listBots(dev.undercroft.v1.ListBotsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListBotsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * A bot of one's own offers itself and answers turns. It is asked again after a lost connection, and after a restart of
     * the server, for what is still due. A hello that can't be taken ends the call with a status; later refusals are frames.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<dev.undercroft.v1.ServeRequest, dev.undercroft.v1.ServeResponse>
        serve() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getServeMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Seat a bot that has dialled in on an open seat of a match; who has the seat's join code may. The same again gives the
     * same answer.
     * </pre>
     */
    public dev.undercroft.v1.ChallengeResponse challenge(dev.undercroft.v1.ChallengeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getChallengeMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service BotService.
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public static final class BotServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<BotServiceBlockingStub> {
    private BotServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * The hosted bots and those that have dialled in; with a game, only those that play it.
     * </pre>
     */
    public dev.undercroft.v1.ListBotsResponse listBots(dev.undercroft.v1.ListBotsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListBotsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Seat a bot that has dialled in on an open seat of a match; who has the seat's join code may. The same again gives the
     * same answer.
     * </pre>
     */
    public dev.undercroft.v1.ChallengeResponse challenge(dev.undercroft.v1.ChallengeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getChallengeMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service BotService.
   * <pre>
   * Bots: those of this server, and those that dial in.
   * </pre>
   */
  public static final class BotServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<BotServiceFutureStub> {
    private BotServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * The hosted bots and those that have dialled in; with a game, only those that play it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.ListBotsResponse> listBots(
        dev.undercroft.v1.ListBotsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListBotsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Seat a bot that has dialled in on an open seat of a match; who has the seat's join code may. The same again gives the
     * same answer.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.ChallengeResponse> challenge(
        dev.undercroft.v1.ChallengeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getChallengeMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_BOTS = 0;
  private static final int METHODID_CHALLENGE = 1;
  private static final int METHODID_SERVE = 2;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_LIST_BOTS:
          serviceImpl.listBots((dev.undercroft.v1.ListBotsRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.ListBotsResponse>) responseObserver);
          break;
        case METHODID_CHALLENGE:
          serviceImpl.challenge((dev.undercroft.v1.ChallengeRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.ChallengeResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_SERVE:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.serve(
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.ServeResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getListBotsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.ListBotsRequest,
              dev.undercroft.v1.ListBotsResponse>(
                service, METHODID_LIST_BOTS)))
        .addMethod(
          getServeMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              dev.undercroft.v1.ServeRequest,
              dev.undercroft.v1.ServeResponse>(
                service, METHODID_SERVE)))
        .addMethod(
          getChallengeMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.ChallengeRequest,
              dev.undercroft.v1.ChallengeResponse>(
                service, METHODID_CHALLENGE)))
        .build();
  }

  private static abstract class BotServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    BotServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.undercroft.v1.BotProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("BotService");
    }
  }

  private static final class BotServiceFileDescriptorSupplier
      extends BotServiceBaseDescriptorSupplier {
    BotServiceFileDescriptorSupplier() {}
  }

  private static final class BotServiceMethodDescriptorSupplier
      extends BotServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    BotServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (BotServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new BotServiceFileDescriptorSupplier())
              .addMethod(getListBotsMethod())
              .addMethod(getServeMethod())
              .addMethod(getChallengeMethod())
              .build();
        }
      }
    }
    return result;
  }
}
